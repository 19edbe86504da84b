import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSize } from '../../../shared/desk/default-size.ts';
import { offerOf } from '../../../shared/desk/offer.ts';
import type { DefaultSize } from '../../../shared/messages/desk-choices.ts';
import { type TicketInput, ticketFigures } from '../../../shared/orders/ticket.ts';
import { contracts, ONE_8 } from '../../../shared/units.ts';
import { deskRow, SPOT } from './desk-rows.ts';

const MARKET = { price: SPOT, source: 'chain' as const };
const PRODUCTS = [
  ['PUT', [2800]],
  ['INVERSE_CALL', [3000]],
  ['CALL_SPREAD', [3000, 3200]],
  ['PUT_FLY', [2600, 2800, 3000]],
  ['IRON_CONDOR', [2600, 2800, 3200, 3400]],
] as const;

function offer(at: number, side: 'buy' | 'sell', usd: number): TicketInput {
  const [name, strikes] = PRODUCTS[at % PRODUCTS.length] ?? PRODUCTS[0];
  const found = offerOf(deskRow(name, strikes, { side, usd }), MARKET);
  if (found === undefined) throw new Error('the strikes fit the product');
  return found;
}
const one = ({ decimals }: TicketInput) => 10n ** BigInt(decimals);
const sizeAt = (size: DefaultSize, of: TicketInput, most = 1000n, balanceCents?: bigint) =>
  defaultSize(size, of, { most: contracts(most * one(of)), balanceCents })?.amount;

/** Returns an amount in dollars with 8 decimals, multiplied by the token's unit. */
function dollars(of: TicketInput, count: bigint, what: 'premium' | 'loss'): bigint {
  const { quote } = ticketFigures(of, { by: 'contracts', amount: count });
  const price = of.terms.product.isQuoteCollateral ? ONE_8 : (of.spot ?? 0n);
  return (what === 'premium' ? quote.premium : quote.curve.maxLoss) * price;
}

describe('the default size', () => {
  it('returns the default number of contracts, but at most the given maximum', () => {
    const put = offer(0, 'buy', 40);
    const size = { by: 'contracts', millionths: '2500000' } as const;
    expect(sizeAt(size, put)).toBe(2_500_000n);
    expect(sizeAt(size, put, 2n)).toBe(2_000_000n);
    expect(sizeAt(size, offer(1, 'buy', 40))).toBe(2_500_000_000_000_000_000n);
  });

  it('a size by premium spends at most that premium: 200 dollars buy five puts at 40 dollars', () => {
    expect(sizeAt({ by: 'premium', cents: '20000' }, offer(0, 'buy', 40))).toBe(5_000_000n);
    expect(sizeAt({ by: 'premium', cents: '19999' }, offer(0, 'buy', 40))).toBe(4_999_750n);
  });

  it('comes as close as possible to a limit on premium or loss, for buyers and sellers, and never exceeds the limit', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: PRODUCTS.length - 1 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 100, max: 5_000_000 }),
        fc.constantFrom('premium' as const, 'loss' as const),
        (at, side, usd, cents, by) => {
          const of = offer(at, side, usd);
          const count = sizeAt({ by, cents: String(cents) }, of, 100n) ?? 0n;
          const limit = BigInt(cents) * 1_000_000n * one(of);
          expect(count).toBeLessThanOrEqual(100n * one(of));
          expect(dollars(of, count, by)).toBeLessThanOrEqual(limit);
          const step = one(of) / 1_000_000n;
          if (count + step <= 100n * one(of))
            expect(dollars(of, count + 2n * step, by)).toBeGreaterThan(limit);
        },
      ),
    );
  });

  it('a size by share limits the loss to that share of the balance, and is undefined without a balance', () => {
    const put = offer(0, 'buy', 40);
    const size = { by: 'share', bps: 200 } as const;
    const ofBalance = sizeAt(size, put, 1000n, 1_000_000n) ?? 0n;
    expect(ofBalance).toBe(sizeAt({ by: 'loss', cents: '20000' }, put));
    expect(sizeAt(size, put)).toBeUndefined();
  });

  it('for a token without a price, returns a size by contracts, but not a size by loss', () => {
    const { oraclePrice: _, ...rest } = offer(1, 'buy', 40);
    const unpriced = { ...rest, spot: undefined, oraclePrice: undefined };
    expect(sizeAt({ by: 'loss', cents: '100' }, unpriced)).toBeUndefined();
    expect(sizeAt({ by: 'contracts', millionths: '1' }, unpriced)).toBe(1_000_000_000_000n);
  });

  it('returns zero, not one contract, when the smallest fill exceeds the limit', () => {
    const put = offer(0, 'buy', 40);
    const tiny = { ...put, order: { ...put.order, price: (put.order.price * 10n ** 8n) as never } };
    expect(sizeAt({ by: 'premium', cents: '1' }, tiny)).toBe(0n);
  });
});
