import type { ListedSpot, OrderRow } from '../messages/market.ts';
import { termsOf } from '../orders/terms.ts';
import type { TicketInput } from '../orders/ticket.ts';
import { type Price8, price8 } from '../units.ts';

/**
 * Returns a row as the input of a ticket's figures; undefined for strikes that its product doesn't
 * allow. The fee is exact only with a spot price of the chain.
 */
export function offerOf(row: OrderRow, spot: ListedSpot | undefined): TicketInput | undefined {
  const terms = termsOf(row.product, row.strikes.map(toPrice8));
  if (terms === undefined) return undefined;
  const price = spot && toPrice8(spot.price);
  return {
    order: { price: price8(BigInt(row.price)), isLong: row.side === 'sell' },
    terms,
    decimals: row.collateralDecimals,
    spot: price,
    oraclePrice: spot?.source === 'chain' ? price : undefined,
  };
}

/** Converts dollars to a price with 8 decimals, rounded to the nearest; restores a row's strikes. */
function toPrice8(dollars: number): Price8 {
  return price8(BigInt(Math.round(dollars * 1e8)));
}
