import { expect, it } from 'vitest';
import { createQuoteSpots } from '../../../entrypoints/background/market/checks.ts';
import { price8 } from '../../../shared/units.ts';
import { realOrders } from '../../shared/orders/real-orders.ts';

const [first, second, third] = realOrders().map(({ entry }) => entry);
if (first === undefined || second === undefined || third === undefined) expect.unreachable();

it('keeps the spot price at which each quote was first read, and drops the oldest quote when there are too many', () => {
  const spots = createQuoteSpots(2);
  spots.keep([first], () => undefined);
  expect(spots.of(first)).toBeUndefined();
  spots.keep([first], () => price8(100n));
  spots.keep([first, second], () => price8(101n));
  expect([spots.of(first), spots.of(second)]).toEqual([100n, 101n]);
  spots.keep([third], () => price8(102n));
  expect([first, second, third].map(spots.of)).toEqual([undefined, 101n, 102n]);
});
