import { formatAmount } from '../../../shared/format.ts';
import type { OrderRow, OrdersView } from '../../../shared/messages/market.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { maxPayoff } from '../../../shared/orders/payoff.ts';
import { pictureOfCurve } from '../../../shared/orders/picture.ts';
import { priceOrder, toNumber8 } from '../../../shared/orders/price.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import { contractsForBudget } from '../../../shared/orders/sizing.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import { contracts, type Price8, type UnixSeconds } from '../../../shared/units.ts';
import { describeCheck } from '../approvals/check-words.ts';
import type { FeedSnapshot } from './feed.ts';

/** Verified entries of the feed as rows; each refused one is counted under its reason. */
export function orderRows(snapshot: FeedSnapshot, now: UnixSeconds): OrdersView {
  const rows: OrderRow[] = [];
  const refused = new Map<string, number>();
  const refuse = (reason: string) => refused.set(reason, (refused.get(reason) ?? 0) + 1);
  for (const [digest, entry] of snapshot.byDigest) {
    const failed = verifyOrder(entry, { now }).checks.find(({ status }) => status === 'failed');
    if (failed !== undefined) {
      refuse(describeCheck(failed).detail ?? 'A check failed.');
      continue;
    }
    const row = orderRow(digest, entry, snapshot.feed.marketData, now);
    if (row === undefined) refuse('The product is unknown.');
    else rows.push(row);
  }
  for (const { field } of snapshot.feed.problems) refuse(`The entry’s ${field} is not readable.`);
  const spot = Object.entries(snapshot.feed.marketData).map(
    ([asset, price]) => [asset, toNumber8(price)] as const,
  );
  return {
    rows,
    refused: [...refused].map(([reason, count]) => ({ reason, count })),
    spot: Object.fromEntries(spot),
    at: snapshot.at,
  };
}

/** One order as a row; `undefined` when its product, token or asset is not known. */
export function orderRow(
  digest: string,
  entry: FeedEntry,
  marketData: Readonly<Record<string, Price8>>,
  now: UnixSeconds,
): OrderRow | undefined {
  const { order } = entry;
  const description = describeOrder(order);
  const { terms, collateral, asset, product } = description;
  if (terms === undefined || collateral === undefined || asset === undefined) return undefined;
  const { decimals, symbol } = collateral;
  const spot = marketData[asset];
  const price = priceOrder({
    terms,
    price: order.price,
    expiry: order.expiry,
    now,
    spot,
    feedGreeks: entry.greeks,
  });
  const one = contracts(10n ** BigInt(decimals));
  const quote = quoteFill({ order, terms, contracts: one, decimals, spot });
  const available = contractsForBudget({
    left: order.maxCollateralUsable,
    isMakerLong: order.isLong,
    price: order.price,
    terms,
    decimals,
  });
  return {
    digest,
    asset,
    structure: description.label,
    side: description.takerSide,
    physical: product?.isPhysical ?? false,
    strikes: description.strikesAscending.map(toNumber8),
    expiry: order.expiry,
    quoteEnds: order.orderExpiryTimestamp,
    collateralSymbol: symbol,
    price: `${formatAmount(order.price, 8, terms.product.isQuoteCollateral ? 2 : 6)}`,
    ...(price.premiumUsd === undefined ? {} : { priceUsd: toNumber8(price.premiumUsd) }),
    maxPayout: `${formatAmount(maxPayoff({ terms, contracts: one }), decimals, 4)}`,
    available: formatAmount(available, decimals, 2),
    ...(price.volatility === undefined ? {} : { impliedVolatility: price.volatility }),
    // What a physical product pays is no cash: there is nothing to draw.
    thumbnail: product?.isPhysical
      ? []
      : pictureOfCurve({ curve: quote.curve, strikes: terms.strikes, asset, spot }).points,
  };
}
