import { afterEach, beforeEach, expect, it } from 'vitest';
import { entryToWire } from '../../../server/orders/entry.ts';
import { createEntryChecker, type EntryChecker } from '../../../server/orders/entry-checker.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { signedOrder } from '../../bench/signed-orders.ts';

const bytes = (text: string) => {
  const whole = Buffer.from(text);
  return [whole.subarray(0, 7), whole.subarray(7)];
};

const NOW = unixSeconds(1_795_000_000);

let checker: EntryChecker;
beforeEach(() => {
  checker = createEntryChecker();
});
afterEach(() => checker.close());

it.each(['', '{', '<html>'])('rejects %j as text that isn’t JSON', async (text) => {
  expect(await checker.readFeed(bytes(text))).toBe('not-json');
});

it.each(['[]', '{}', '{"data":{"orders":{}}}'])(
  'rejects %j as JSON that isn’t a feed',
  async (text) => {
    expect(await checker.readFeed(bytes(text))).toBe('not-a-feed');
  },
);

it('reads all orders of a feed in parts, and counts the malformed orders', async () => {
  const entry = entryToWire(signedOrder(0, NOW));
  const orders = Array.from({ length: 450 }, (_, i) => (i % 10 === 0 ? { broken: i } : entry));
  const feed = await checker.readFeed(bytes(JSON.stringify({ data: { orders } })));
  if (typeof feed === 'string') throw new Error(feed);
  expect(feed).toMatchObject({ orders: 405, problems: 45 });
  const parts: number[] = [];
  for await (const part of feed.parts()) parts.push(part.length);
  expect(parts).toEqual([200, 200, 5]);
});

it('checks posts again after it received a feed that is nested too deeply', async () => {
  expect(await checker.readFeed(bytes('['.repeat(15_000_000)))).toBe('not-json');
  const checks = await checker.check({ posted: [{}], now: NOW, books: [], accepted: new Map() });
  expect(checks).toHaveLength(1);
});
