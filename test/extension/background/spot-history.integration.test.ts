import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { readSpotHistory } from '../../../entrypoints/background/orders/spot-history.ts';
import { type Devnet, startDevnet } from '../../devnet/devnet.ts';

const HOUR = 3_600;

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterAll(() => devnet?.stop());

const rpc = () => createRpc({ fetch, urls: () => [devnet.rpcUrl] });
const dollars = (price: number) => BigInt(price) * 100_000_000n;

async function publish(count: number, everySeconds: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await devnet.client.increaseTime({ seconds: everySeconds });
    await devnet.setPrice('ETH', dollars(2_000 + i));
  }
}

it('returns the prices of the last week as the price feed published them', async () => {
  await publish(3, 100 * HOUR);
  await publish(20, HOUR);
  const points = await readSpotHistory(rpc(), 'ETH');
  expect(points.slice(-21).map(({ price }) => BigInt(price))).toEqual(
    [2_002, ...Array.from({ length: 20 }, (_, i) => 2_000 + i)].map(dollars),
  );
  expect(points).toHaveLength(22);
  const times = points.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThanOrEqual(7 * 24 * HOUR);
});

it('thins 300 published prices to at most 120 points, and keeps the newest price', async () => {
  await publish(300, HOUR / 4);
  const points = await readSpotHistory(rpc(), 'ETH');
  expect(points.length).toBeGreaterThan(50);
  expect(points.length).toBeLessThanOrEqual(120);
  expect(points.at(-1)?.price).toBe(dollars(2_299).toString());
});

it('returns an empty history without a price feed', async () => {
  expect(await readSpotHistory(rpc(), 'PEPE')).toEqual([]);
});
