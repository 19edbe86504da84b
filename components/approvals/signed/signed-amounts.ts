import { i18n } from '#i18n';
import { tokenFact } from '../../../shared/approvals/facts/amounts.ts';
import type { SignedAsset } from '../../../shared/approvals/signed/facts.ts';
import { type ChainContext, UNLIMITED } from '../../../shared/chain/chain-context.ts';
import { shortAddress } from '../../../shared/format.ts';
import { amountText } from '../../ui/numbers.ts';
import { tokenName } from '../describe-amounts.ts';

/** Describes an allowance, which may have no limit. */
export function allowanceText(token: string, amount: string, chain: ChainContext): string {
  if (BigInt(amount) < UNLIMITED) return tokenText(token, amount, chain);
  return i18n.t('signed.unlimited', { name: nameOf(token, chain) });
}

/** Describes an amount of a token to its last unit; in base units without its decimals. */
export function tokenText(token: string, amount: string, chain: ChainContext): string {
  const { symbol, decimals } = chain.nameAt(token) ?? {};
  const [units, name] = [BigInt(amount), nameOf(token, chain)];
  return symbol === undefined || decimals === undefined
    ? i18n.t('signed.units', { amount: amountText(units, 0), name })
    : `${amountText(units, decimals, decimals)} ${name}`;
}

function nameOf(token: string, chain: ChainContext): string {
  return token === '' ? i18n.t('signed.unknownToken') : tokenName(tokenFact(token, chain));
}

/** Describes what a signed order gives or gets: "1.5 ETH", "#42 of 0x1234…5678". */
export function assetText(asset: SignedAsset, chain: ChainContext): string {
  const least = oneText(asset, asset.least, chain);
  if (asset.least === asset.most) return least;
  return i18n.t('signed.range', { least, most: oneText(asset, asset.most, chain) });
}

function oneText(
  { standard, token = '', item }: SignedAsset,
  amount: string,
  chain: ChainContext,
): string {
  if (standard === 'coin') return `${amountText(BigInt(amount), 18, 18)} ${chain.coin}`;
  if (standard === 'erc20') return tokenText(token, amount, chain);
  const collection = shortAddress(token);
  const what =
    item === undefined
      ? i18n.t('signed.anyItem', { collection })
      : i18n.t('signed.item', { item, collection });
  return amount === '1' ? what : i18n.t('signed.several', { count: amount, what });
}

/** Joins parts with commas and a last "and". */
export function listText(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return last;
  return i18n.t('signed.and', { first: parts.slice(0, -1).join(', '), last });
}
