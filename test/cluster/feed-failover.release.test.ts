import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { orderDigest } from '../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { type Market, startMarket } from '../devnet/market-fixture.ts';
import { type RunningOrders, startOrders, wire } from '../server/orders/harness.ts';
import { type Cluster, startCluster } from './cluster.ts';

const TIMEOUT_MS = 600_000;

let market: Market;
let cluster: Cluster;
const instances: RunningOrders[] = [];

beforeAll(async () => {
  [market, cluster] = await Promise.all([startMarket(), startCluster()]);
  const chain = { rpcUrls: [market.devnet.rpcUrl], pollMs: 50 };
  for (let i = 0; i < 2; i++)
    instances.push(await startOrders({ engine: 'postgres', url: cluster.urls.primary }, { chain }));
}, TIMEOUT_MS);
afterAll(async () => {
  for (const instance of instances) await instance.stop();
  await cluster?.stop();
  await market?.stop();
}, TIMEOUT_MS);

const expectAll = (quotes: readonly SignedOrder[], timeout: number) =>
  vi.waitFor(
    async () => {
      const expected = quotes
        .map(({ order, optionBookAddress }) => orderDigest(order, optionBookAddress))
        .sort();
      for (const instance of instances) {
        const { orders } = await instance.feed();
        const listed = orders.map(({ order, optionBookAddress }) =>
          orderDigest(order, optionBookAddress),
        );
        expect(listed.sort()).toEqual(expected);
      }
    },
    { timeout, interval: 20 },
  );

it('a posted order reaches both feed instances within a second, before and after a failover', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [first, second] = instances;
  if (!first || !second) expect.unreachable();
  const [before, during, after] = await Promise.all([
    market.quote(),
    market.quote(),
    market.quote(),
  ]);
  const post = (instance: RunningOrders, quote: SignedOrder, timeout: number) =>
    vi.waitFor(async () => expect((await instance.post(wire(quote))).status).toBe(200), {
      timeout,
      interval: 200,
    });
  await post(first, before, 60_000);
  await expectAll([before], 1000);
  const primary = await cluster.primary();
  primary.kill('all');
  await cluster.primary(primary);
  await post(second, during, 60_000);
  await expectAll([before, during], 30_000);
  await post(first, after, 10_000);
  await expectAll([before, during, after], 1000);
  primary.start();
  await cluster.healthy();
});
