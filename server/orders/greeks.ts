import { describeOrder } from '../../shared/orders/describe.ts';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import { priceOrder } from '../../shared/orders/price.ts';
import { contracts, type Price8, type UnixSeconds } from '../../shared/units.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/**
 * Adds the additional fields of deployed feeds: a ticker for products with one strike, and greeks
 * when a spot price is known. The values that a poster sent are dropped, because these fields
 * aren't signed, and anyone can post anyone's order.
 */
export function withFeedExtras(
  { order: signed, nonce, signature, optionBookAddress }: FeedEntry,
  prices: Readonly<Record<string, Price8>>,
  now: UnixSeconds,
): FeedEntry {
  const order = { ...signed, numContracts: contracts(0n) };
  const entry = { order, nonce, signature, optionBookAddress };
  const { terms, asset } = describeOrder(order);
  if (terms === undefined || asset === undefined) return entry;
  const ticker = tickerOf(entry, asset);
  const spot = prices[asset];
  const { greeks, volatility } = priceOrder({
    terms,
    price: order.price,
    expiry: order.expiry,
    now,
    spot,
  });
  return {
    ...entry,
    ...(ticker === undefined ? {} : { ticker }),
    ...(greeks === undefined || volatility === undefined
      ? {}
      : { greeks: { ...greeks, iv: volatility } }),
  };
}

/** Returns a ticker like `ETH-5SEP26-2400-P` for a product with one strike. */
function tickerOf({ order }: FeedEntry, asset: string): string | undefined {
  const [strike] = order.strikes;
  if (strike === undefined || order.strikes.length !== 1) return undefined;
  const date = new Date(order.expiry * 1000);
  const month = MONTHS[date.getUTCMonth()] ?? '';
  const day = `${date.getUTCDate()}${month}${String(date.getUTCFullYear()).slice(2)}`;
  return `${asset}-${day}-${plainDollars(strike)}-${order.isCall ? 'C' : 'P'}`;
}

function plainDollars(strike: Price8): string {
  const text = strike.toString().padStart(9, '0');
  return `${text.slice(0, -8)}.${text.slice(-8)}`.replace(/\.?0+$/, '');
}
