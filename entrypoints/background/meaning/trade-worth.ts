import { assetsOf } from '../../../shared/approvals/signed/deed.ts';
import type { SignedAsset, SignedFacts } from '../../../shared/approvals/signed/facts.ts';
import type { ChainContext } from '../../../shared/chain/chain-context.ts';
import { worthOf } from '../../../shared/chain/tokens.ts';
import type { TradeWorth } from '../../../shared/messages/approval-view.ts';
import type { Price8 } from '../../../shared/units.ts';

const COIN_DECIMALS = 18;
const DOLLAR = 10n ** 8n;
/** Percent of the given worth below which a trade gets far too little. */
const LEAST_PERCENT = 90n;

interface Context {
  readonly chain: ChainContext;
  /** The wallet's own price of an asset in dollars. */
  readonly spotOf: (asset: string) => Price8 | undefined;
}

/**
 * Compares both sides of a trade at the wallet's own prices. `undefined` for a trade with an asset
 * that has no price, and for one whose amounts aren't binding or go to someone else: they are
 * dangers of their own.
 */
export function worthOfTrade(facts: SignedFacts, context: Context): TradeWorth | undefined {
  const [gives, gets] = [assetsOf(facts, 'gives'), assetsOf(facts, 'gets')];
  if (gives.length === 0 || gets.length === 0) return undefined;
  if (assetsOf(facts, 'given away').length > 0) return undefined;
  if (facts.kind === 'deed' && facts.dangers.includes('priced by contract')) return undefined;
  const priced = [...gives, ...gets].map((asset) => unitOf(asset, context.chain));
  if (priced.some((unit) => unit === undefined)) return undefined;
  const given = sumOf(gives, 'most', context);
  const received = sumOf(gets, 'least', context);
  if (given === undefined || received === undefined) return { kind: 'noPrices' };
  return {
    kind: 'compared',
    given: given.toString(),
    received: received.toString(),
    isFarBelow: received * 100n < given * LEAST_PERCENT,
  };
}

function sumOf(
  assets: readonly SignedAsset[],
  bound: 'least' | 'most',
  context: Context,
): bigint | undefined {
  let sum = 0n;
  for (const asset of assets) {
    const dollars = dollarsOfUnits(BigInt(asset[bound]), asset, context);
    if (dollars === undefined) return undefined;
    sum += dollars;
  }
  return sum;
}

/** Returns the dollars (8 decimals) of base units of an asset; undefined without a price. */
export function dollarsOfUnits(
  units: bigint,
  asset: Pick<SignedAsset, 'standard' | 'token'>,
  { chain, spotOf }: Context,
): bigint | undefined {
  const unit = unitOf(asset, chain);
  const price = unit?.asset === 'USD' ? DOLLAR : unit && spotOf(unit.asset);
  if (unit === undefined || price === undefined) return undefined;
  return (units * price) / 10n ** BigInt(unit.decimals);
}

/** Returns what one whole token is worth, as for `worthOf`, and its decimals. */
function unitOf(
  { standard, token = '' }: Pick<SignedAsset, 'standard' | 'token'>,
  chain: ChainContext,
): { readonly asset: string; readonly decimals: number } | undefined {
  if (standard === 'collectible') return undefined;
  if (standard === 'coin') {
    return chain.coin === 'ETH' ? { asset: chain.coin, decimals: COIN_DECIMALS } : undefined;
  }
  const known = chain.tokenAt(token);
  const asset = known && worthOf(known);
  return known === undefined || asset === undefined
    ? undefined
    : { asset, decimals: known.decimals };
}
