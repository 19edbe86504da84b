import type { ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import { getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../server/orders/limits.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { signOrder } from '../../devnet/fill.ts';
import { type Market, startMarket } from '../../devnet/market-fixture.ts';
import { eventually } from '../../helpers/eventually.ts';
import { type RunningOrders, startHttp, startOrders, temporaryDirectory, wire } from './harness.ts';

/** Selector of `hasRole`, a function of maker contracts. */
const HAS_ROLE = '91d14854';
const PACE = { pollMs: 100, timeoutMs: 500 };

let market: Market;
const directory = temporaryDirectory();
const ends: (() => Promise<void>)[] = [];
let databases = 0;

beforeAll(async () => {
  market = await startMarket();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  await market?.stop();
  directory.remove();
});

const target = () => ({ engine: 'sqlite', file: `${directory.path}/${databases++}.db` }) as const;
const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);
const digestsOf = async (service: RunningOrders) => (await service.feed()).orders.map(digestOf);

async function start(options: Partial<Parameters<typeof startOrders>[1]> = {}) {
  const chain = { rpcUrls: [market.devnet.rpcUrl], pollMs: 50 };
  const service = await startOrders(target(), { chain, upstreamPace: PACE, ...options });
  ends.push(service.stop);
  return service;
}

async function upstream(answer: (response: ServerResponse) => void): Promise<string> {
  const server = await startHttp(answer);
  ends.push(server.stop);
  return server.url;
}

const json = (value: unknown) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

describe('an upstream', () => {
  it('publishes only verified orders of an upstream', async () => {
    const [good, altered, foreign] = [
      await market.quote(),
      await market.quote(),
      await market.quote(),
    ];
    const orders = [
      wire(good, { extra: true }),
      { ...wire(altered), order: { ...wire(altered).order, price: '1' } },
      { ...wire(foreign), optionBookAddress: market.maker.address },
      { order: null },
      'nonsense',
    ];
    const service = await start({ upstreams: [await upstream(json({ data: { orders } }))] });
    await eventually(async () => expect(await digestsOf(service)).toEqual([digestOf(good)]));
    await eventually(async () =>
      expect(await service.health()).toMatchObject({
        status: 'ok',
        upstreams: [{ status: 'ok', accepted: 1, refused: 4 }],
      }),
    );
  });

  it('doesn’t accept a withdrawn order from an upstream', async () => {
    const quote = await market.quote();
    const url = await upstream(json({ orders: [wire(quote)] }));
    const service = await start({ upstreams: [url] });
    await eventually(async () => expect(await digestsOf(service)).toHaveLength(1));
    const { withdrawalTypedData } = await import('../../../shared/orders/withdrawal.ts');
    const digest = digestOf(quote);
    const signature = await market.maker.signTypedData(withdrawalTypedData(digest));
    expect(await service.remove(digest, signature)).toBe(204);
    const before = (await service.health()).upstreams as { lastSuccess: number }[];
    await eventually(async () => {
      const after = (await service.health()).upstreams as { lastSuccess: number }[];
      expect(after[0]?.lastSuccess).toBeGreaterThan((before[0]?.lastSuccess ?? 0) + PACE.pollMs);
    });
    expect(await digestsOf(service)).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['answering malformed JSON', (response) => void response.end('{"data": '), 'not-json'],
    ['answering something else', json({ hello: 'world' }), 'not-a-feed'],
    ['refusing', (response) => void response.writeHead(500).end(), 'refused'],
    ['silent', () => undefined, 'slow'],
    ['slow', trickle, 'slow'],
    ['answering 300 MB', flood, 'too-large'],
    [
      'announcing 300 MB',
      (response) => void response.writeHead(200, { 'content-length': '300000000' }).write('{'),
      'too-large',
    ],
    [
      'cutting off its answer',
      (response) =>
        void response
          .writeHead(200, { 'content-length': '1000' })
          .write('{', () => response.destroy()),
      'unreachable',
    ],
  ])(
    'reports in health that an upstream is %s, and serves everything else',
    async (_, answer, problem) => {
      const service = await start({ upstreams: [await upstream(answer)] });
      const quote = await market.quote();
      expect(await service.post(wire(quote))).toMatchObject({ status: 200 });
      await eventually(async () =>
        expect(await service.health()).toMatchObject({
          status: 'degraded',
          upstreams: [{ status: 'failing', problem }],
        }),
      );
      expect(await digestsOf(service)).toEqual([digestOf(quote)]);
    },
  );

  it('forged orders of an upstream neither delay posts nor cause role checks on the chain', async () => {
    const asked: string[] = [];
    const { order, ...rest } = await market.quote();
    const orders = Array.from({ length: 1_000 }, (_, i) => {
      const forged = { ...order, maker: getAddress(`0x${(i + 1).toString(16).padStart(40, '0')}`) };
      return wire({ ...rest, order: forged, nonce: computeNonce(forged) });
    });
    const service = await start({
      upstreams: [await upstream(json({ orders }))],
      upstreamPace: { pollMs: 60_000, timeoutMs: 20_000 },
      fetch: (url, init) => {
        if (init?.body?.includes(HAS_ROLE) === true) asked.push(init.body);
        return fetch(url, init);
      },
    });
    const quote = await market.quote();
    expect(await service.post(wire(quote))).toMatchObject({ status: 200 });
    // The health is read before the forged entries have been checked.
    expect(await service.health()).toMatchObject({ upstreams: [{ status: 'waiting' }] });
    await eventually(async () =>
      expect(await service.health()).toMatchObject({
        upstreams: [{ status: 'ok', accepted: 0, refused: 1_000 }],
      }),
    );
    expect(await digestsOf(service)).toEqual([digestOf(quote)]);
    // One request has shown that the makers have no code, so no role is checked.
    expect(asked).toEqual([]);
  });

  it('leaves room for posts and other makers when an upstream sends too many valid orders', async () => {
    const other = market.taker;
    const [first, second, third, late, own] = [
      await market.quote(),
      await market.quote(),
      await market.quote(),
      await market.quote(),
      await market.quote(),
    ];
    const others = await Promise.all(
      [first, second].map(({ order }) => signOrder(other, { ...order, maker: other.address })),
    );
    const orders = [first, second, third, ...others].map((quote) => wire(quote));
    const service = await start({
      upstreams: [await upstream(json({ orders }))],
      limits: { ...LIMITS, perMaker: 2, fromUpstreams: 3, all: 4 },
    });
    const shown = [first, second, others[0]].map((quote) => quote && digestOf(quote));
    await eventually(async () => expect(await digestsOf(service)).toEqual(shown));
    // The maker has reached its limit, but the upstreams' orders leave room for another maker.
    expect(await service.post(wire(late))).toMatchObject({ status: 429, body: { limit: 2 } });
    const posted = await signOrder(other, { ...own.order, maker: other.address });
    expect(await service.post(wire(posted))).toMatchObject({ status: 200 });
    expect(await digestsOf(service)).toEqual([...shown, digestOf(posted)]);
    const full = await signOrder(market.devnet.accounts.referrer, {
      ...own.order,
      maker: market.devnet.accounts.referrer.address,
    });
    expect(await service.post(wire(full))).toMatchObject({ status: 429, body: { limit: 4 } });
  });

  it('reads the other upstreams when one upstream doesn’t respond', async () => {
    const quote = await market.quote();
    const urls = ['http://127.0.0.1:1/', await upstream(json({ orders: [wire(quote)] }))];
    const service = await start({ upstreams: urls });
    await eventually(async () => expect(await digestsOf(service)).toEqual([digestOf(quote)]));
    expect(await service.health()).toMatchObject({
      upstreams: [{ status: 'failing', problem: 'unreachable' }, { status: 'ok' }],
    });
  });
});

describe('the chain', () => {
  it('when the chain can’t be read, serves the feed without spot prices, and reports the problem in health', async () => {
    const service = await start({ chain: { rpcUrls: ['http://127.0.0.1:1'], pollMs: 50 } });
    const quote = await market.quote();
    expect(await service.post(wire(quote))).toMatchObject({ status: 200 });
    const feed = await service.feed();
    expect(feed).toMatchObject({ orders: [quote] });
    expect(feed).toHaveProperty('marketData', {});
    await eventually(async () =>
      expect(await service.health()).toMatchObject({
        status: 'degraded',
        chain: { isReachable: false },
      }),
    );
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['dead', (response) => void response.destroy()],
    ['answering HTML', (response) => void response.writeHead(200).end('<html>')],
    ['rate-limiting', (response) => void response.writeHead(429).end()],
    ['answering null', json({ jsonrpc: '2.0', id: 1, result: null })],
  ])('reads the chain from the next node when a node is %s', async (_, answer) => {
    const rpcUrls = [await upstream(answer), market.devnet.rpcUrl];
    const service = await start({ chain: { rpcUrls, pollMs: 50 } });
    await eventually(async () => expect((await service.feed()).marketData.BTC).toBeDefined());
    expect(await service.health()).toMatchObject({ status: 'ok', chain: { isReachable: true } });
  });
});

describe('the database', () => {
  it('rejects a post with a reason while the database is locked, and accepts posts afterwards', async () => {
    const file = `${directory.path}/locked.db`;
    const chain = { rpcUrls: [market.devnet.rpcUrl], pollMs: 50 };
    const service = await startOrders({ engine: 'sqlite', file }, { chain });
    ends.push(service.stop);
    const [shown, late] = [await market.quote(), await market.quote()];
    await service.post(wire(shown));
    const other = new Database(file);
    other.exec('begin exclusive');
    const posted = service.post(wire(late));
    // Other requests are answered while the post waits for the lock.
    expect(await digestsOf(service)).toEqual([digestOf(shown)]);
    expect(await posted).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
    expect(await digestsOf(service)).toEqual([digestOf(shown)]);
    other.exec('rollback');
    other.close();
    expect(await service.post(wire(late))).toMatchObject({ status: 200 });
    expect(await digestsOf(service)).toHaveLength(2);
  });
});

/** Sends a byte from time to time, so that the response neither pauses nor ends. */
function trickle(response: ServerResponse): void {
  response.writeHead(200).write('{');
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

/** Sends 300 MB as fast as the client reads. */
function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(1_000_000, 32);
  let sent = 0;
  const send = () => {
    while (sent < 300 && !response.destroyed) {
      sent++;
      if (!response.write(chunk)) {
        response.once('drain', send);
        return;
      }
    }
    response.end();
  };
  send();
}
