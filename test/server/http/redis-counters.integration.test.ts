import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { localCounters, type RateCounters } from '../../../server/http/rate-counters.ts';
import { connectRedisCounters, type RedisAway } from '../../../server/http/redis-counters.ts';
import { RATES } from '../../../server/orders/limits.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { startRedis, type TestRedis } from '../../helpers/redis.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { WAIT_MS } from '../../helpers/wait.ts';
import { startOrders, systemClock, temporaryDirectory } from '../orders/harness.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());

let names = 0;
/** Returns a unique name and a rate per minute. */
const fresh = (hits: number) => [`test ${names++}`, { hits, windowMs: 60_000 }] as const;

/** Connects an instance, and waits until it counts in Redis. */
async function connect(away: RedisAway = 'open', timeoutMs?: number) {
  const changes: (string | undefined)[] = [];
  const { counters, close } = await connectRedisCounters({
    settings: { url: redis.url, away },
    clock: createFakeClock(),
    onChange: (reason) => changes.push(reason),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  onTestFinished(close);
  await answering(counters);
  return { counters, changes };
}

/** Waits until the counters count in Redis. */
async function answering(counters: RateCounters): Promise<void> {
  const client = await createClient({ url: redis.url }).connect();
  await eventually(async () => {
    const [name, rate] = fresh(1);
    await counters(name, rate).hit('key');
    expect(await client.exists(`condor:${name}:key`)).toBe(1);
  });
  client.destroy();
}

describe.each([
  ['in this process', async () => localCounters(createFakeClock())],
  ['in Redis', async () => (await connect()).counters],
])('a rate counted %s', (_, create) => {
  it('allows as many requests in a window as the rate, and then returns the time to wait', async () => {
    const counter = (await create())(...fresh(2));
    expect([await counter.hit('a'), await counter.hit('a')]).toEqual([0, 0]);
    expect(await counter.hit('a')).toBeGreaterThan(55);
    expect(await counter.hit('b')).toBe(0);
  });

  it('counts several requests in one call, doesn’t count a look-up, and takes back a request', async () => {
    const counter = (await create())(...fresh(5));
    expect([await counter.hit('a', 3), await counter.hit('a', 2)]).toEqual([0, 0]);
    expect(await counter.peek('a')).toBeGreaterThan(55);
    await counter.giveBack('a');
    expect([await counter.peek('a'), await counter.hit('a'), await counter.peek('b')]).toEqual([
      0, 0, 0,
    ]);
    expect(await counter.hit('b', 6)).toBeGreaterThan(55);
    await counter.giveBack('never counted');
    expect(await counter.hit('never counted', 5)).toBe(0);
  });
});

describe('instances on one Redis', () => {
  it('all instances together allow exactly the hits of a rate, even in parallel, and every key expires', async () => {
    const [name, rate] = fresh(50);
    // The connections have a long timeout, because Redis can answer late on a busy machine.
    const connections = [0, 1, 2].map(() => connect('open', WAIT_MS));
    const counters = (await Promise.all(connections)).map(({ counters }) => counters(name, rate));
    const waits = await Promise.all(
      Array.from({ length: 200 }, (_, i) => counters[i % 3]?.hit('key')),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(50);
    await Promise.all(Array.from({ length: 20 }, (_, i) => counters[i % 3]?.giveBack('key')));
    const again = await Promise.all(
      Array.from({ length: 60 }, (_, i) => counters[i % 3]?.hit('key')),
    );
    expect(again.filter((wait) => wait === 0)).toHaveLength(20);
    const client = await createClient({ url: redis.url }).connect();
    const keys = await client.keys('*');
    expect(keys).toContain(`condor:${name}:key`);
    // -2 means that a key has expired, and -1 that it never expires.
    for (const key of keys) expect(await client.pTTL(key)).not.toBe(-1);
    client.destroy();
  });

  it('begins a new window in Redis when the former window has ended', async () => {
    const { counters } = await connect();
    const counter = counters(`test ${names++}`, { hits: 1, windowMs: 100 });
    expect([await counter.hit('a'), await counter.hit('a')]).toEqual([0, 1]);
    await eventually(async () => expect(await counter.hit('a')).toBe(0));
  });

  it('all instances together limit the readers of an order feed', async () => {
    const directory = temporaryDirectory();
    onTestFinished(directory.remove);
    const node = await startSyntheticNode(createSyntheticChain(() => []));
    onTestFinished(node.stop);
    const start = async (file: string) => {
      const { counters } = await connect();
      const service = await startOrders(
        { engine: 'sqlite', file: `${directory.path}/${file}.db` },
        { chain: { rpcUrls: [node.url] }, clock: systemClock, rateLimits: true, counters },
      );
      onTestFinished(service.stop);
      return service.app;
    };
    const [first, second] = [await start('first'), await start('second')];
    for (let i = 0; i < RATES.reads.hits; i++) {
      const app = i % 2 === 0 ? first : second;
      expect((await app.inject('/orders/')).statusCode).toBe(200);
    }
    for (const app of [first, second]) {
      const answer = await app.inject('/orders/');
      expect(answer.statusCode).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(30);
    }
  });
});

describe('a Redis that doesn’t respond', () => {
  it.each(['killed', 'paused'] as const)(
    'an instance counts requests alone while Redis is %s, and reports the failure and the recovery of Redis',
    async (how) => {
      const { counters, changes } = await connect('open');
      const counter = counters(...fresh(2));
      expect(await counter.hit('a')).toBe(0);
      if (how === 'killed') await redis.kill();
      else redis.pause();
      const begun = performance.now();
      expect([await counter.hit('a'), await counter.hit('a')]).toEqual([0, 0]);
      expect(await counter.hit('a')).toBeGreaterThan(55);
      expect(performance.now() - begun).toBeLessThan(WAIT_MS);
      if (how === 'killed') await redis.startAgain();
      else redis.resume();
      await answering(counters);
      expect(changes).toEqual([expect.any(String), undefined]);
    },
  );

  it('an instance in the mode “closed” refuses all counted requests while Redis doesn’t respond', async () => {
    const { counters } = await connect('closed');
    const counter = counters(...fresh(2));
    await redis.kill();
    expect([await counter.hit('a'), await counter.peek('a')]).toEqual([5, 5]);
    await redis.startAgain();
    await answering(counters);
    expect(await counter.hit('a')).toBe(0);
  });
});
