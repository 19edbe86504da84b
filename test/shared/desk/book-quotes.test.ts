import { describe, expect, it } from 'vitest';
import { bookQuotes } from '../../../shared/desk/book-quotes.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { contracts } from '../../../shared/units.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';

const OPTION = {
  asset: 'ETH',
  product: 'PUT',
  strikes: [2800],
  expiry: NOW + 30 * DAY,
  contracts: contracts(2_000_000n),
  decimals: 6,
} as const;
const quote = (side: OrderRow['side'], usd: number, rest: Partial<OrderRow> = {}) =>
  deskRow('PUT', [2800], { side, usd, maker: `0x${usd}`, expiry: OPTION.expiry, ...rest });
const quotesOf = (...rows: readonly OrderRow[]) =>
  bookQuotes(OPTION, { rows, spot: { price: SPOT, source: 'chain' }, now: NOW });

describe('the order book’s quotes next to a limit', () => {
  it('finds the highest bid and the lowest ask for the requested size', () => {
    const { pays, asks } = quotesOf(
      ...[quote('sell', 50), quote('sell', 70), quote('buy', 95), quote('buy', 90)],
    );
    expect(pays?.quote.premium).toBe(140_000000n);
    expect(asks?.quote.premium).toBe(180_000000n);
    expect(pays?.contracts).toBe(2_000_000n);
  });

  it('returns a quote for fewer contracts when the maker has fewer left', () => {
    const { pays } = quotesOf(quote('sell', 70, { available: contracts(500000n) }));
    expect(pays?.contracts).toBe(500_000n);
    expect(pays?.quote.premium).toBe(35_000000n);
  });

  it('ignores quotes that have other terms, an unchecked signature or an empty budget, or that have ended', () => {
    const none = quotesOf(
      deskRow('PUT', [2700], { side: 'sell', usd: 70, expiry: OPTION.expiry }),
      quote('sell', 70, { expiry: OPTION.expiry + DAY }),
      quote('sell', 71, { isChecked: false }),
      quote('sell', 72, { quoteEnds: NOW }),
      quote('buy', 73, { available: contracts(0n) }),
    );
    expect(none).toEqual({});
  });

  it('doesn’t return quotes while the asset has no price', () => {
    const market = { rows: [quote('sell', 70)], spot: undefined, now: NOW };
    expect(bookQuotes(OPTION, market)).toEqual({});
  });
});
