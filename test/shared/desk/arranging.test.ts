import { describe, expect, it } from 'vitest';
import { arranging } from '../../../shared/desk/arranging.ts';
import type { QuotedExpiry } from '../../../shared/desk/chain.ts';
import { deskRow } from './desk-rows.ts';

const quoted = (expiry: number): QuotedExpiry => ({
  asset: 'ETH',
  expiry,
  quotes: [deskRow('PUT', [2800])],
});

describe('a page that arranges expiries', () => {
  it('returns the same chain object while neither the quotes nor the spot price changes', () => {
    const arrange = arranging();
    const [first, other] = [quoted(1), quoted(2)];
    const chain = arrange(first, 2_500);
    arrange(other, 2_500);
    expect(arrange(first, 2_500)).toBe(chain);
    expect(arrange({ ...first, quotes: [] }, 2_500).strikes).toEqual([]);
  });

  it('forgets a chain after a hundred other expiries were arranged', () => {
    const arrange = arranging();
    const first = quoted(1);
    const chain = arrange(first, 2_500);
    for (let expiry = 2; expiry <= 101; expiry++) arrange(quoted(expiry), 2_500);
    expect(arrange(first, 2_500)).not.toBe(chain);
    expect(arrange(first, 2_500)).toEqual(chain);
  });
});
