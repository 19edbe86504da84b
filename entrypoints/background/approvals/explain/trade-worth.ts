import { assetsOf } from '../../../../shared/approvals/signed/deed.ts';
import type { SignedAsset, SignedFacts } from '../../../../shared/approvals/signed/facts.ts';
import type { ChainContext, TokenWorth } from '../../../../shared/chain/chain-context.ts';
import { COIN_DECIMALS } from '../../../../shared/chain/dust.ts';
import type { TradeWorth } from '../../../../shared/messages/approval-view.ts';
import { dollarsOfSum } from '../../../../shared/positions/exercise-gain.ts';
import type { Price8 } from '../../../../shared/units.ts';

/**
 * A trade gets far too little if its proceeds are worth less than this percentage of the given
 * assets.
 */
const MIN_PERCENT = 90n;

interface Context {
  readonly chain: ChainContext;
  readonly spotOf: (asset: string) => Price8 | undefined;
}

/** Both sides of an order, in dollars with 8 decimals. */
interface Compared {
  readonly kind: 'compared';
  readonly given: bigint;
  readonly received: bigint;
  readonly isFarBelow: boolean;
}

/**
 * Compares both sides of a trade at the wallet's own prices. Tokens without a price count as
 * nothing. Anyone can fill one of several orders alone, so orders are judged one by one, and the
 * worst result is returned. Returns `undefined` for bids for collectibles, and for amounts that
 * aren't binding or go to another receiver: `tradeOf` reports their dangers. Also returns
 * `undefined` for an asset without a price, unless it is certainly sold far too low.
 */
export function worthOfTrade(facts: SignedFacts, context: Context): TradeWorth | undefined {
  if (facts.kind !== 'deed' || facts.dangers.includes('pricedByContract')) return undefined;
  const assets = facts.fields.filter((field) => 'asset' in field && field.role !== 'othersGet');
  const orders = Map.groupBy(assets, (field) => ('order' in field ? field.order : undefined));
  const worths = [...orders.values()].map((fields) => worthOfOrder({ ...facts, fields }, context));
  const compared = worths.filter((worth) => worth?.kind === 'compared');
  const [worst] = compared.sort((a, b) => (a.received * b.given < b.received * a.given ? -1 : 1));
  if (worst?.isFarBelow) return worded(worst);
  const unpriced = worths.find((worth) => worth?.kind === 'noPrices');
  // The figures of one order would mislead when there are several fair orders.
  return unpriced === undefined && worths.length === 1 ? worst && worded(worst) : unpriced;
}

function worded({ given, received, ...worth }: Compared): TradeWorth {
  return { ...worth, given: `${given}`, received: `${received}` };
}

function worthOfOrder(
  facts: SignedFacts,
  context: Context,
): Compared | { readonly kind: 'noPrices' } | undefined {
  const [gives, gets] = [assetsOf(facts, 'gives'), assetsOf(facts, 'gets')];
  if (assetsOf(facts, 'givenAway').length > 0) return undefined;
  const hasPrice = (asset: SignedAsset) => unitOf(asset, context.chain) !== undefined;
  const [sold, priced] = [gives.filter(hasPrice), gets.filter(hasPrice)];
  const isBid = gets.some(({ standard }) => standard === 'collectible');
  if (sold.length === 0 || priced.length === 0 || isBid) return undefined;
  const given = sumOf(sold, 'most', context);
  const received = sumOf(priced, 'least', context);
  if (given === undefined || received === undefined) return { kind: 'noPrices' };
  const isFarBelow = received * 100n < given * MIN_PERCENT;
  if (!isFarBelow && sold.length < gives.length) return undefined;
  return { kind: 'compared', given, received, isFarBelow };
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
function dollarsOfUnits(
  units: bigint,
  asset: Pick<SignedAsset, 'standard' | 'token'>,
  { chain, spotOf }: Context,
): bigint | undefined {
  const unit = unitOf(asset, chain);
  return unit && dollarsOfSum(units, unit, spotOf);
}

/** Returns the worth of one whole token and its decimals, for `worthOf`. */
function unitOf(
  { standard, token = '' }: Pick<SignedAsset, 'standard' | 'token'>,
  chain: ChainContext,
): TokenWorth | undefined {
  if (standard === 'collectible') return undefined;
  if (standard === 'coin') {
    return chain.isEther ? { asset: 'ETH', decimals: COIN_DECIMALS } : undefined;
  }
  return chain.worthAt(token);
}
