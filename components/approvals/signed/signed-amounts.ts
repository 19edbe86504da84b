import { i18n } from '#i18n';
import { tokenFact } from '../../../shared/approvals/facts/amounts.ts';
import type { SignedAsset } from '../../../shared/approvals/signed/facts.ts';
import { type ChainContext, UNLIMITED } from '../../../shared/chain/chain-context.ts';
import { shortAddress } from '../../../shared/format.ts';
import { parseAmount } from '../../../shared/parse-amount.ts';
import { foreignText } from '../../../shared/visible-text.ts';
import { amountText } from '../../texts/numbers.ts';
import { tokenName } from '../describe-amounts.ts';

/** Describes the amount that somebody may take, once or repeatedly. The amount can be unlimited. */
export function allowanceText(asset: SignedAsset, chain: ChainContext, isOnce: boolean): string {
  if (!isUnlimited(asset)) return assetText(asset, chain);
  const name = nameOf(asset.token ?? '', chain);
  return i18n.t(isOnce ? 'signed.unlimitedOnce' : 'signed.unlimited', { name });
}

export function loanText(asset: SignedAsset, chain: ChainContext): string {
  return isUnlimited(asset) ? i18n.t('signed.anyAmount') : assetText(asset, chain);
}

function isUnlimited({ most }: SignedAsset): boolean {
  return BigInt(most) >= UNLIMITED;
}

/** Decimals of an amount that a site writes as text. */
const TEXT_DECIMALS = 18;

/** Describes an amount in the site's own form. Only a plain decimal counts as a number. */
export function sumText({ value, symbol }: { value: string; symbol: string }): string {
  const units = /^\d{1,20}(?:\.\d+)?$/.test(value) ? parseAmount(value, TEXT_DECIMALS) : undefined;
  const amount =
    units === undefined
      ? `“${foreignText(value, 30)}”`
      : amountText(units, TEXT_DECIMALS, TEXT_DECIMALS);
  return `${amount} ${foreignText(symbol, 20)}`.trim();
}

/** Describes a token's amount with all decimals, or in base units if the decimals aren't known. */
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

/** Describes an asset that a signed order gives or receives: "1.5 ETH", "#42 of 0x1234…5678". */
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
