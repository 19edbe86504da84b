import type { ProductName } from '../../shared/chain/implementations.ts';
import { vanillaGreeks, vanillaPrice } from '../../shared/orders/black-scholes.ts';
import { type FeedGreeks, yearsBetween } from '../../shared/orders/price.ts';
import { product } from '../../shared/orders/products.ts';
import { type OptionTerms, termsOf } from '../../shared/orders/terms.ts';
import { price8, unixSeconds } from '../../shared/units.ts';

export type QuotedAsset = 'ETH' | 'BTC';

/** One line of the maker's sheet: a trade and its price per contract. */
export interface Quote {
  readonly product: ProductName;
  readonly asset: QuotedAsset;
  /** 8 decimals, in signed order. */
  readonly strikes: readonly bigint[];
  readonly expiry: number;
  /** True if the maker buys. */
  readonly isLong: boolean;
  /** 8 decimals, in collateral tokens. */
  readonly price: bigint;
  readonly ticker: string;
  readonly inReceipts?: boolean;
  /** Present only for products with one strike, as in deployed feeds. */
  readonly greeks?: FeedGreeks;
}

const DAY = 86_400;
const ASSETS = {
  ETH: { step: 50, volatility: 0.62 },
  BTC: { step: 1000, volatility: 0.45 },
} as const;
/**
 * Low strikes have a higher volatility than high strikes, and both ends have a higher volatility
 * than the middle.
 */
const SKEW = -0.12;
const SMILE = 0.08;
const ASK = 1.03;
const BID = 0.97;

interface Shape {
  readonly product: ProductName;
  /** Strikes as numbers of steps from the strike nearest to spot, in signed order. */
  readonly steps: readonly number[];
  readonly isLong?: boolean;
  /** True if the order requires receipts of the lending pool, as most deployed bids do. */
  readonly inReceipts?: boolean;
}

const VANILLAS: readonly Shape[] = [
  { product: 'PUT', steps: [-1] },
  { product: 'PUT', steps: [-2] },
  { product: 'LINEAR_CALL', steps: [1] },
  { product: 'LINEAR_CALL', steps: [2] },
  { product: 'INVERSE_CALL', steps: [1] },
  { product: 'INVERSE_CALL', steps: [2] },
];
const STRUCTURES: readonly Shape[] = [
  { product: 'CALL_SPREAD', steps: [0, 2] },
  { product: 'PUT_SPREAD', steps: [0, -2] },
  { product: 'INVERSE_CALL_SPREAD', steps: [0, 2] },
  { product: 'CALL_FLY', steps: [-1, 0, 1] },
  { product: 'PUT_FLY', steps: [0, -1, -2] },
  { product: 'CALL_CONDOR', steps: [-2, -1, 1, 2] },
  { product: 'PUT_CONDOR', steps: [2, 1, -1, -2] },
  { product: 'IRON_CONDOR', steps: [-2, -1, 1, 2] },
  { product: 'RANGER', steps: [-2, -1, 1, 2] },
];
const BIDS: readonly Shape[] = [
  { product: 'PUT', steps: [-1], isLong: true },
  { product: 'PHYSICAL_PUT', steps: [-1], isLong: true },
  { product: 'PHYSICAL_CALL', steps: [1], isLong: true },
  { product: 'PHYSICAL_PUT', steps: [-2], isLong: true, inReceipts: true },
  { product: 'PHYSICAL_CALL', steps: [2], isLong: true, inReceipts: true },
];

/**
 * Returns 08:00 UTC of three days: the next day that is at least six hours away, the Friday after
 * it, and the Friday after that.
 */
export function quotedExpiries(now: number): readonly [number, number, number] {
  let daily = Math.floor(now / DAY) * DAY + 8 * 3600;
  while (daily < now + 6 * 3600) daily += DAY;
  let friday = daily + DAY;
  // The epoch began on a Thursday.
  while (Math.floor(friday / DAY) % 7 !== 1) friday += DAY;
  return [daily, friday, friday + 7 * DAY];
}

/** Returns the implied volatility of one strike, as a fraction. */
function volatilityAt(asset: QuotedAsset, spot: number, strike: number, years: number): number {
  const moneyness = Math.log(strike / spot) / Math.sqrt(Math.max(years, 1 / 365));
  const factor = 1 + SKEW * moneyness + SMILE * moneyness ** 2;
  return ASSETS[asset].volatility * Math.min(Math.max(factor, 0.6), 2.5);
}

/** Returns the model's value of one contract in dollars. Each leg has its own volatility. */
function worthOf(terms: OptionTerms, asset: QuotedAsset, spot: number, years: number): number {
  let value = 0;
  for (const leg of terms.legs) {
    const strike = Number(leg.strike) / 1e8;
    value +=
      Number(leg.weight) *
      vanillaPrice(
        { kind: leg.kind, spot, strike, years },
        volatilityAt(asset, spot, strike, years),
      );
  }
  return value;
}

function greeksOf(
  { product: { structure, name }, strikes }: OptionTerms,
  asset: QuotedAsset,
  spot: number,
  years: number,
): FeedGreeks | undefined {
  if (structure !== 'vanilla') return undefined;
  const strike = Number(strikes[0]) / 1e8;
  const iv = volatilityAt(asset, spot, strike, years);
  const kind = product(name).isCall === false ? 'put' : 'call';
  return { ...vanillaGreeks({ kind, spot, strike, years }, iv), iv };
}

/**
 * Returns the model's price of one contract without a spread, in collateral tokens; undefined for
 * strikes that don't fit the product.
 */
export function fairPrice(input: {
  readonly product: ProductName;
  readonly asset: QuotedAsset;
  /** 8 decimals, in signed order, like the oracle's price. */
  readonly strikes: readonly bigint[];
  readonly spot: bigint;
  /** Unix seconds. */
  readonly now: number;
  readonly expiry: number;
}): number | undefined {
  const terms = termsOf(input.product, input.strikes.map(price8));
  if (terms === undefined) return undefined;
  const spot = Number(input.spot) / 1e8;
  const years = yearsBetween(unixSeconds(input.now), unixSeconds(input.expiry));
  const dollars = worthOf(terms, input.asset, spot, years);
  return terms.product.isQuoteCollateral ? dollars : dollars / spot;
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const SUFFIXES: Readonly<Record<ProductName, string>> = {
  PUT: 'P',
  LINEAR_CALL: 'C',
  INVERSE_CALL: 'C',
  PHYSICAL_PUT: 'P',
  PHYSICAL_CALL: 'C',
  CALL_LOAN: 'C',
  CALL_SPREAD: 'CS',
  PUT_SPREAD: 'PS',
  INVERSE_CALL_SPREAD: 'CS',
  CALL_FLY: 'CF',
  PUT_FLY: 'PF',
  CALL_CONDOR: 'CC',
  PUT_CONDOR: 'PC',
  IRON_CONDOR: 'IC',
  RANGER: 'R',
};

function tickerOf(shape: Shape, asset: QuotedAsset, strikes: readonly bigint[], expiry: number) {
  const date = new Date(expiry * 1000);
  const day = `${date.getUTCDate()}${MONTHS[date.getUTCMonth()]}${date.getUTCFullYear() % 100}`;
  const levels = strikes.map((strike) => strike / 10n ** 8n).join('-');
  return `${asset}-${day}-${levels}-${SUFFIXES[shape.product]}`;
}

function quoteShape(
  shape: Shape,
  input: { asset: QuotedAsset; spot: bigint; now: number; expiry: number },
): Quote | undefined {
  const { asset, now, expiry } = input;
  const spot = Number(input.spot) / 1e8;
  const { step } = ASSETS[asset];
  const nearest = Math.round(spot / step);
  const strikes = shape.steps.map((steps) => BigInt(nearest + steps) * BigInt(step) * 10n ** 8n);
  const terms = termsOf(shape.product, strikes.map(price8));
  if (terms === undefined) return undefined;
  const years = yearsBetween(unixSeconds(now), unixSeconds(expiry));
  const isLong = shape.isLong ?? false;
  const fair = fairPrice({ ...input, product: shape.product, strikes }) ?? 0;
  const price = BigInt(Math.ceil(fair * (isLong ? BID : ASK) * 1e8));
  const greeks = greeksOf(terms, asset, spot, years);
  const isWorthless = price <= 0n;
  return isWorthless
    ? undefined
    : {
        product: shape.product,
        asset,
        strikes,
        expiry,
        isLong,
        price,
        ...(shape.inReceipts === true ? { inReceipts: true } : {}),
        ticker: tickerOf(shape, asset, strikes, expiry),
        ...(greeks === undefined ? {} : { greeks }),
      };
}

/**
 * Returns the maker's sheet: every cash product of both assets around the spot price. One-strike
 * products have three expiries, and structures have two. Prices are Black-Scholes prices with a
 * skew, plus 3% for asks and minus 3% for bids. There are a few bids for physical products, as in
 * deployed feeds, and one bid for a put. At most 78 lines.
 */
export function quoteSheet(input: {
  /** Oracle prices, 8 decimals. */
  readonly spot: Readonly<Record<QuotedAsset, bigint>>;
  /** Unix seconds. */
  readonly now: number;
}): Quote[] {
  const [daily, friday, nextFriday] = quotedExpiries(input.now);
  const lines = [
    ...[daily, friday, nextFriday].flatMap((expiry) =>
      VANILLAS.map((shape) => ({ shape, expiry })),
    ),
    ...[daily, friday].flatMap((expiry) => STRUCTURES.map((shape) => ({ shape, expiry }))),
    ...BIDS.map((shape) => ({ shape, expiry: friday })),
  ];
  const assets: readonly QuotedAsset[] = ['ETH', 'BTC'];
  return assets.flatMap((asset) =>
    lines.flatMap(({ shape, expiry }) => {
      const quote = quoteShape(shape, { asset, spot: input.spot[asset], now: input.now, expiry });
      return quote === undefined ? [] : [quote];
    }),
  );
}
