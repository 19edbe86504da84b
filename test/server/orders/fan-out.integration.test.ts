import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { LIMITS } from '../../../server/orders/limits.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { withdrawalTypedData } from '../../../shared/orders/withdrawal.ts';
import { type Market, startMarket } from '../../devnet/market-fixture.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { type RunningOrders, startOrders, temporaryDirectory, wire } from './harness.ts';

let market: Market;
let postgres: TestPostgres;
const directory = temporaryDirectory();
const running: RunningOrders[] = [];
let databases = 0;

beforeAll(async () => {
  [market, postgres] = await Promise.all([startMarket(), startPostgres()]);
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});
afterAll(async () => {
  await market?.stop();
  await postgres?.stop();
  directory.remove();
});

const sqlite = async (): Promise<DatabaseTarget> => ({
  engine: 'sqlite',
  file: `${directory.path}/${databases++}.db`,
});
const postgresql = async () =>
  ({ engine: 'postgres', url: await postgres.createDatabase(`fan${databases++}`) }) as const;

/** Starts instances on one database, and waits until each has read the chain. */
async function startInstances(target: DatabaseTarget, count: number, limits = LIMITS) {
  const chain = { rpcUrls: [market.devnet.rpcUrl], pollMs: 50 };
  const services: RunningOrders[] = [];
  for (let i = 0; i < count; i++) services.push(await startOrders(target, { chain, limits }));
  running.push(...services);
  for (const service of services)
    await within(30_000, async () => expect((await service.feed()).marketData.ETH).toBeDefined());
  return services;
}

const within = <T>(timeout: number, check: () => Promise<T>) =>
  vi.waitFor(check, { timeout, interval: 20 });
const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);

/** Waits at most a second until all instances list exactly these orders. */
async function expectAll(services: readonly RunningOrders[], quotes: readonly SignedOrder[]) {
  const expected = quotes.map(digestOf).sort();
  await within(1_000, async () => {
    const lists = await Promise.all(services.map((service) => service.feed()));
    for (const { orders } of lists) expect(orders.map(digestOf).sort()).toEqual(expected);
  });
}

async function withdraw(service: RunningOrders, quote: SignedOrder): Promise<void> {
  const digest = digestOf(quote);
  const signature = await market.maker.signTypedData(withdrawalTypedData(digest));
  expect(await service.remove(digest, signature)).toBe(204);
}

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgresql],
])('three instances on %s', (_, target) => {
  it('all instances show a post, withdrawal or drop within a second, whichever instance received it', async () => {
    const services = await startInstances(await target(), 3, { ...LIMITS, all: 3 });
    const [first, second, third] = services;
    if (!first || !second || !third) expect.unreachable();
    const small = await market.quote({ budget: 20_000_000n });
    const large = await Promise.all(Array.from({ length: 4 }, () => market.quote()));
    const [a, b, c, d] = large;
    if (!a || !b || !c || !d) expect.unreachable();
    await first.post(wire(small));
    await expectAll(services, [small]);
    await second.post([wire(a), wire(b)]);
    await expectAll(services, [small, a, b]);
    await third.post(wire(c));
    await expectAll(services, [a, b, c]);
    await withdraw(second, a);
    await expectAll(services, [b, c]);
    // The service may list a dropped order again, but never a withdrawn order.
    expect((await first.post(wire(a))).status).toBe(409);
    await first.post(wire(small));
    await expectAll(services, [b, c, small]);
    await second.post(wire(d));
    await expectAll(services, [b, c, d]);
  });
});

describe('an instance that loses its notification connection', () => {
  it('an instance doesn’t miss changes that are made while its database connection is cut', async () => {
    const target = await postgresql();
    const services = await startInstances(target, 2);
    const [first, second] = services;
    if (!first || !second) expect.unreachable();
    const admin = new pg.Client({ connectionString: target.url });
    await admin.connect();
    const listeners = `select pid from pg_stat_activity
      where application_name = 'condor listener' and datname = current_database()`;
    const live: SignedOrder[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await within(10_000, async () => expect((await admin.query(listeners)).rowCount).toBe(2));
      await admin.query(`select pg_terminate_backend(pid) from (${listeners}) as cut`);
      const quote = await market.quote();
      live.push(quote);
      await first.post(wire(quote));
      if (turn % 2 === 1) await withdraw(second, live.shift() ?? expect.unreachable());
      await expectAll(services, live);
    }
    await admin.end();
  });

  it('reads all orders again when the database server that took over lacks some orders', async () => {
    const target = await postgresql();
    const services = await startInstances(target, 2);
    const [first] = services;
    const [kept, lost] = [await market.quote(), await market.quote()];
    await first?.post([wire(kept), wire(lost)]);
    await expectAll(services, [kept, lost]);
    const admin = new pg.Client({ connectionString: target.url });
    await admin.connect();
    await admin.query('update orders_counter set value = 1');
    await admin.query('delete from orders_entries where digest = $1', [digestOf(lost)]);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'condor listener' and datname = current_database()`);
    await expectAll(services, [kept]);
    const next = await market.quote();
    await first?.post(wire(next));
    await expectAll(services, [kept, next]);
    await admin.end();
  });
});
