import type { OrderRow } from '../messages/market.ts';
import { legsOf } from '../orders/legs.ts';
import { product } from '../orders/products.ts';
import { toPrice8, type Usd8, usd8 } from '../units.ts';
import { hasSameTerms, rankedQuotes, termsKey } from './one-row-per-terms.ts';
import { byStrikes, byText } from './order-of-terms.ts';

/** Live quotes of one option, the best price first. A maker has one quote per collateral. */
export interface QuoteBook {
  /** Quotes with which the taker sells. */
  readonly bids: readonly OrderRow[];
  /** Quotes with which the taker buys. */
  readonly asks: readonly OrderRow[];
}

/** Calls and puts with one strike, settled in cash; capped calls are among the calls. */
export interface StrikeRow {
  /** Dollars. */
  readonly strike: number;
  readonly calls: QuoteBook;
  readonly puts: QuoteBook;
  /** True for the expiry's strike that is nearest to the spot price. */
  readonly isAtTheMoney: boolean;
}

/**
 * Products with several strikes, or a delivery. Several products share a row if they pay the same
 * at every price.
 */
export interface StructureRow extends QuoteBook {
  readonly key: string;
  /** The first product names the row. */
  readonly products: readonly [OrderRow['product'], ...OrderRow['product'][]];
  /** Dollars, ascending. */
  readonly strikes: readonly number[];
}

export interface ExpiryChain {
  readonly asset: string;
  /** Unix seconds. */
  readonly expiry: number;
  /** Ascending. */
  readonly strikes: readonly StrikeRow[];
  /** Sorted by their first product, then by strikes. */
  readonly structures: readonly StructureRow[];
}

/** The live quotes of an expiry, not yet arranged. */
export interface QuotedExpiry extends Pick<ExpiryChain, 'asset' | 'expiry'> {
  readonly quotes: readonly OrderRow[];
}

/**
 * Returns the live quotes by asset and expiry. Unchanged expiries keep the objects of `former`,
 * whose rows must come from `withRowChanges`.
 * @param over Unix seconds; quotes that end by this time are left out
 */
export function quotedExpiries(
  rows: readonly OrderRow[],
  over: number,
  former: readonly QuotedExpiry[] = [],
): readonly QuotedExpiry[] {
  const groups = Map.groupBy(
    rows.filter(({ quoteEnds }) => quoteEnds > over),
    expiryKey,
  );
  const known = new Map(former.map((quoted) => [expiryKey(quoted), quoted]));
  const expiries = [...groups].flatMap(([key, quotes]): QuotedExpiry[] => {
    const [first] = quotes;
    if (first === undefined) return [];
    const { asset, expiry } = first;
    const before = known.get(key);
    return [keep(before, { asset, expiry, quotes: keepList(before?.quotes, quotes) })];
  });
  return keepList(
    former,
    expiries.sort((a, b) => byText(a.asset, b.asset) || a.expiry - b.expiry),
  );
}

/** Returns a text that identifies an expiry of an asset. */
export function expiryKey({ asset, expiry }: Pick<ExpiryChain, 'asset' | 'expiry'>): string {
  return `${asset} ${expiry}`;
}

/**
 * Arranges the quotes of an expiry as an option chain. Unchanged parts keep the objects of
 * `former`.
 * @param spot dollars
 * @param all quotes of the expiry before any search or filter, from which the strike at the money
 * is chosen
 */
export function chainOf(
  { asset, expiry, quotes }: QuotedExpiry,
  spot: number | undefined,
  former?: ExpiryChain,
  all: readonly OrderRow[] = quotes,
): ExpiryChain {
  const [plain, other] = [quotes.filter(isPlain), quotes.filter((row) => !isPlain(row))];
  const strikes = (all === quotes ? plain : all.filter(isPlain)).map((row) => row.strikes[0] ?? 0);
  const middle = nearest(strikes, spot);
  return keep(former, {
    asset,
    expiry,
    strikes: keepList(former?.strikes, strikeRows(plain, middle, former?.strikes ?? [])),
    structures: keepList(former?.structures, structureRows(other, former?.structures ?? [])),
  });
}

/**
 * Returns true for cash-settled calls and puts with one strike. The capped call is listed as a
 * call, because its cap is twice the strike; its quotes name the product.
 */
function isPlain({ product: name }: OrderRow): boolean {
  const { structure, isPhysical } = product(name);
  return structure === 'vanilla' && !isPhysical;
}

function strikeRows(
  quotes: readonly OrderRow[],
  middle: number | undefined,
  former: readonly StrikeRow[],
): StrikeRow[] {
  const known = new Map(former.map((row) => [row.strike, row]));
  const groups = [...Map.groupBy(quotes, ({ strikes }) => strikes[0] ?? 0)].sort(
    ([a], [b]) => a - b,
  );
  return groups.map(([strike, same]) => {
    const before = known.get(strike);
    const isCall = (row: OrderRow) => product(row.product).isCall === true;
    return keep(before, {
      strike,
      calls: bookOf(same.filter(isCall), before?.calls),
      puts: bookOf(
        same.filter((row) => !isCall(row)),
        before?.puts,
      ),
      isAtTheMoney: strike === middle,
    });
  });
}

function structureRows(
  quotes: readonly OrderRow[],
  former: readonly StructureRow[],
): StructureRow[] {
  const known = new Map(former.map((row) => [row.key, row]));
  const options = Map.groupBy(quotes, (row) => `${row.product} ${row.strikes.join(' ')}`);
  const groups = Map.groupBy(options, ([option, [first]]) => (first && payoffKey(first)) ?? option);
  return [...groups]
    .flatMap(([key, same]): StructureRow[] => {
      const all = same.flatMap(([, rows]) => rows);
      const [product, ...others] = same.flatMap(([, [first]]) => first?.product ?? []).sort(byText);
      const [first] = all;
      const before = known.get(key);
      if (first === undefined || product === undefined) return [];
      const { bids, asks } = bookOf(all, before);
      const strikes = before?.strikes ?? first.strikes;
      const products = keepProducts(before?.products, [product, ...others]);
      return [keep(before, { key, products, strikes, bids, asks })];
    })
    .sort((a, b) => byText(a.products[0], b.products[0]) || byStrikes(a.strikes, b.strikes));
}

function keepProducts(
  former: StructureRow['products'] | undefined,
  next: StructureRow['products'],
) {
  return former?.join() === next.join() ? former : next;
}

/**
 * Returns a key of the payoff in dollars as a function of the price: its value and slope at zero,
 * and its bends. Undefined for products with a delivery or an unconfirmed payoff.
 */
function payoffKey({ product: name, strikes }: OrderRow): string | undefined {
  const { isPhysical, isPayoffConfirmed } = product(name);
  if (isPhysical || !isPayoffConfirmed) return undefined;
  let [start, slope] = [0n, 0n];
  const bends = new Map<bigint, bigint>();
  for (const { kind, strike, weight } of legsOf(name, strikes.map(toPrice8)) ?? []) {
    if (kind === 'put') {
      start += weight * strike;
      slope -= weight;
    }
    bends.set(strike, (bends.get(strike) ?? 0n) + weight);
  }
  const bent = [...bends]
    .filter(([, change]) => change !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return bent.length === 0 ? undefined : ['payoff', start, slope, ...bent.flat()].join(' ');
}

function bookOf(quotes: readonly OrderRow[], former: QuoteBook | undefined): QuoteBook {
  const sideOf = (side: OrderRow['side']) => ranked(quotes.filter((row) => row.side === side));
  return keep(former, {
    bids: keepList(former?.bids, sideOf('sell')),
    asks: keepList(former?.asks, sideOf('buy')),
  });
}

/**
 * Returns each maker's newest quotes for the same side of an option, the taker's best price first.
 * Quotes of several products or collateral tokens are ranked in dollars. Quotes with an unchecked
 * signature and then those without budget come last.
 */
export function ranked(quotes: readonly OrderRow[]): readonly OrderRow[] {
  const [first] = quotes;
  // The first comparison is faster than building the keys of ten thousand rows.
  if (first === undefined || quotes.every((row) => hasSameTerms(row, first)))
    return rankedQuotes(quotes);
  const dollars = ({ priceUsd, side }: OrderRow) =>
    side === 'buy' ? Number(priceUsd ?? Number.POSITIVE_INFINITY) : -Number(priceUsd ?? 0);
  const readiness = ({ isChecked, available }: OrderRow) =>
    Number(isChecked) * 2 + Number(available !== 0n);
  return [...Map.groupBy(quotes, termsKey).values()]
    .flatMap(rankedQuotes)
    .sort((a, b) => readiness(b) - readiness(a) || dollars(a) - dollars(b));
}

/**
 * Returns the middle of the best bid and the best ask in dollars, rounded down. Undefined unless
 * both quotes have a checked signature and a budget.
 */
export function middlePrice({ bids, asks }: QuoteBook): Usd8 | undefined {
  const [bid, ask] = [dollarsOf(bids[0]), dollarsOf(asks[0])];
  return bid === undefined || ask === undefined ? undefined : usd8((bid + ask) / 2n);
}

function dollarsOf(best: OrderRow | undefined): bigint | undefined {
  const isFirm = best?.isChecked === true && best.available !== 0n;
  return isFirm ? best.priceUsd : undefined;
}

/**
 * Returns the strike nearest to the spot price. If two strikes are equally near, returns the lower
 * strike.
 */
function nearest(strikes: readonly number[], spot: number | undefined): number | undefined {
  if (spot === undefined) return undefined;
  const distance = (strike: number) => Math.abs(strike - spot);
  let best: number | undefined;
  for (const strike of strikes) {
    const closer = best === undefined ? -1 : distance(strike) - distance(best);
    if (best === undefined || closer < 0 || (closer === 0 && strike < best)) best = strike;
  }
  return best;
}

/** Returns the former object if the next object has the same members. */
function keep<Part extends object>(former: Part | undefined, next: Part): Part {
  if (former === undefined) return next;
  for (const name in next) if (next[name] !== former[name]) return next;
  return former;
}

function keepList<Part>(former: readonly Part[] | undefined, next: readonly Part[]) {
  const isSame = former?.length === next.length && next.every((part, i) => part === former[i]);
  return isSame ? former : next;
}
