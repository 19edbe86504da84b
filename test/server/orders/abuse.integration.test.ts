import { connect, type Socket } from 'node:net';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { maxUint256 } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFeedBytes } from '../../../server/orders/feed-bytes.ts';
import { LIMITS } from '../../../server/orders/limits.ts';
import { sendFeed } from '../../../server/orders/send-feed.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { withdrawalTypedData } from '../../../shared/orders/withdrawal.ts';
import { epochMs } from '../../../shared/units.ts';
import { approve, signOrder } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { eventually } from '../../helpers/eventually.ts';
import { type RunningOrders, startHttp, startOrders, temporaryDirectory, wire } from './harness.ts';

let market: Market;
const directory = temporaryDirectory();
const ends: (() => Promise<unknown>)[] = [];
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

const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);
const digestsOf = async (service: RunningOrders) => (await service.feed()).orders.map(digestOf);

/** Starts a service that has read the chain. */
async function start(options: Partial<Parameters<typeof startOrders>[1]> = {}) {
  const file = `${directory.path}/${databases++}.db`;
  const chain = { rpcUrls: [market.devnet.rpcUrl], pollMs: 50 };
  const service = await startOrders({ engine: 'sqlite', file }, { chain, ...options });
  ends.push(service.stop);
  if (options.chain === undefined)
    await eventually(async () => expect((await service.feed()).marketData.ETH).toBeDefined());
  return { ...service, file };
}

function pauper() {
  const account = privateKeyToAccount(generatePrivateKey());
  return {
    account,
    quote: async (change: Parameters<Market['quote']>[0] = {}) =>
      signOrder(account, (await market.quote({ maker: account.address, ...change })).order),
    earn: () => market.devnet.fund(account.address, { usdc: 10n ** 10n, eth: 10n ** 18n }),
    approve: (amount: bigint) => approve(market.devnet, account, { token: USDC.address, amount }),
  };
}

describe('an order whose maker cannot pay', () => {
  it('publishes an order only while its maker owns the tokens and has approved them', async () => {
    const service = await start();
    const maker = pauper();
    const quote = await maker.quote();
    expect(await service.post(wire(quote))).toMatchObject({ status: 200 });
    expect(await digestsOf(service)).toEqual([]);
    expect(await service.health()).toMatchObject({ orders: 1, unfunded: 1 });
    await maker.earn();
    const block = Number(await market.devnet.client.getBlockNumber({ cacheTime: 0 }));
    await eventually(async () =>
      expect(await service.health()).toMatchObject({ chain: { block } }),
    );
    expect(await digestsOf(service)).toEqual([]);
    await maker.approve(maxUint256);
    await eventually(async () => expect(await digestsOf(service)).toEqual([digestOf(quote)]));
    await maker.approve(0n);
    await eventually(async () => expect(await digestsOf(service)).toEqual([]));
  });

  it('when space is short, drops the orders whose makers can’t pay and keeps the others', async () => {
    const limits = { ...LIMITS, all: 4, unfunded: 2 };
    const service = await start({ limits });
    const maker = pauper();
    const poor = [await maker.quote(), await maker.quote(), await maker.quote()];
    for (const quote of poor) expect((await service.post(wire(quote))).status).toBe(200);
    expect(await service.health()).toMatchObject({ orders: 2, unfunded: 2 });
    const rich = await Promise.all(Array.from({ length: 4 }, () => market.quote()));
    for (const quote of rich) expect((await service.post(wire(quote))).status).toBe(200);
    expect((await digestsOf(service)).sort()).toEqual(rich.map(digestOf).sort());
    expect(await service.health()).toMatchObject({ orders: 4, unfunded: 0 });
    expect(await service.post(wire(await maker.quote()))).toMatchObject({
      status: 429,
      body: { limit: 4 },
    });
  });

  it('drops an order after some minutes when the order’s maker can’t pay, and keeps a funded order', async () => {
    let ahead = 0;
    const clock = { now: () => epochMs(Date.now() + ahead) };
    const service = await start({ clock });
    const quote = { orderExpiry: (await market.devnet.now()) + 6 * 86_400 };
    const expiry = quote.orderExpiry + 86_400;
    const listed = await market.quote({ ...quote, expiry });
    const hidden = await pauper().quote({ ...quote, expiry });
    expect(await service.post([wire(listed), wire(hidden)])).toMatchObject({ status: 200 });
    expect(await service.health()).toMatchObject({ orders: 2, unfunded: 1 });
    await eventually(async () => {
      ahead += 700_000;
      expect(await service.health()).toMatchObject({ orders: 1, unfunded: 0 });
    });
    expect(await digestsOf(service)).toEqual([digestOf(listed)]);
    const stored = () => {
      const database = new Database(service.file, { readonly: true });
      const rows = database.prepare('select digest from orders_entries').all();
      database.close();
      return rows;
    };
    await eventually(async () => {
      ahead += 100_000;
      expect(stored()).toEqual([{ digest: digestOf(listed) }]);
    });
  });

  it('doesn’t accept an order from an upstream when the order’s maker can’t pay', async () => {
    const [good, bad] = [await market.quote(), await pauper().quote()];
    const feed = JSON.stringify({ orders: [wire(bad), wire(good)] });
    const upstream = await startHttp((response) => void response.end(feed));
    ends.push(upstream.stop);
    const service = await start({
      upstreams: [upstream.url],
      upstreamPace: { pollMs: 100, timeoutMs: 500 },
    });
    await eventually(async () =>
      expect(await service.health()).toMatchObject({ orders: 1, unfunded: 0 }),
    );
    expect(await digestsOf(service)).toEqual([digestOf(good)]);
  });
});

describe('ten addresses with one cent each', () => {
  const limits = { ...LIMITS, all: 40, perMaker: 8, freePlaces: 8, unfunded: 20 };

  async function cents() {
    const maker = pauper();
    await market.devnet.fund(maker.account.address, { usdc: 10_000n, eth: 10n ** 18n });
    await maker.approve(maxUint256);
    const orderExpiry = (await market.devnet.now()) + 6 * 86_400;
    const quotes = Array.from({ length: 8 }, (_, i) =>
      maker.quote({ price: 100_000n, orderExpiry: orderExpiry + i, expiry: orderExpiry + 86_400 }),
    );
    return (await Promise.all(quotes)).map((quote) => wire(quote));
  }

  it('orders of ten addresses with one cent each leave room in the feed for funded orders', async () => {
    const service = await start({ limits });
    for (let i = 0; i < 10; i++) {
      const posted = await service.post(await cents());
      expect(posted).toMatchObject({ status: 200 });
      expect(posted.body.results).toMatchObject(Array(8).fill({ status: 'dust' }));
    }
    expect(await service.health()).toMatchObject({ orders: 20, unfunded: 20 });
    const quotes = await Promise.all(Array.from({ length: 8 }, () => market.quote()));
    expect(await service.post(quotes.map((quote) => wire(quote)))).toMatchObject({ status: 200 });
    expect((await digestsOf(service)).sort()).toEqual(quotes.map(digestOf).sort());
  });

  it('accepts only as many orders from addresses with one cent as there are free places', async () => {
    const service = await start({ limits: { ...limits, freePlaces: 3 } });
    const posts = await cents();
    expect(await service.post(posts)).toMatchObject({ status: 429, body: { limit: 3 } });
    expect(await service.post(posts.slice(0, 3))).toMatchObject({ status: 200 });
    expect(await service.post(posts.slice(3, 4))).toMatchObject({ status: 429 });
  });
});

describe('a full feed', () => {
  it('a full feed replaces the orders of the makers that can pay the least', async () => {
    const service = await start({ limits: { ...LIMITS, all: 3 } });
    const maker = pauper();
    await maker.earn();
    await maker.approve(50_000_000n);
    const block = Number(await market.devnet.client.getBlockNumber({ cacheTime: 0 }));
    await eventually(async () =>
      expect(await service.health()).toMatchObject({ chain: { block } }),
    );
    const rich = [await market.quote(), await market.quote(), await market.quote()];
    // The order's budget is a million dollars, but its maker's allowance is 50 dollars.
    const claim = wire(await maker.quote({ budget: 10n ** 12n }));
    const lesser = wire(await market.quote({ budget: 20_000_000n }));
    expect(await service.post([claim, lesser])).toMatchObject({ status: 200 });
    expect(await service.post(rich.slice(0, 2).map((quote) => wire(quote)))).toMatchObject({
      status: 200,
    });
    const left = [claim, ...rich.slice(0, 2)].map(({ signature }) => signature).sort();
    const signatures = async () => (await service.feed()).orders.map((one) => one.signature).sort();
    expect(await signatures()).toEqual(left);
    expect(await service.post(lesser)).toMatchObject({ status: 429, body: { limit: 3 } });
    expect(await service.post(rich.slice(2).map((quote) => wire(quote)))).toMatchObject({
      status: 200,
    });
    expect(await signatures()).toEqual(rich.map(({ signature }) => signature).sort());
  });
});

describe('the feed', () => {
  it('a full feed is valid JSON and smaller than the size that wallets accept', () => {
    const feed = createFeedBytes();
    const body = JSON.stringify({ filler: 'x'.repeat(3_000) });
    for (let i = 0; i < 6_000; i++) feed.take(body, true);
    const { parts, bytes } = feed.answer(epochMs(0), { ETH: 1 });
    const text = Buffer.concat(parts).toString();
    expect(text).toHaveLength(bytes);
    expect(bytes).toBeLessThan(16_000_000);
    expect(JSON.parse(text).data.orders.length).toBeGreaterThan(5_000);
  });

  it('rejects a post that needs more bytes than the limit allows', async () => {
    const quote = await market.quote();
    const service = await start({ limits: { ...LIMITS, bytes: 500 } });
    expect(await service.post(wire(quote))).toMatchObject({ status: 429, body: { limit: 500 } });
  });

  it('shares the feed’s unchanged chunks among responses', () => {
    const feed = createFeedBytes();
    for (let i = 0; i < 640; i++) feed.take('{}', true);
    const [before, after] = [1, 2].map((now) => feed.answer(epochMs(now), {}));
    feed.show(639, false);
    const changed = feed.answer(epochMs(3), {});
    expect(after?.parts.slice(1, -1)).toEqual(before?.parts.slice(1, -1));
    const shared = changed.parts.filter((part) => before?.parts.includes(part));
    // Not shared: the head, the tail, the first entry (it has no comma) and the chunk with the
    // hidden entry.
    expect(shared).toHaveLength(8);
  });

  it('publishes only signed or computed data of each order', async () => {
    const service = await start();
    const quote = await market.quote();
    const lie = wire(quote, { greeks: { delta: 9, iv: 9, gamma: 9, theta: 9, vega: 9 }, extra: 1 });
    const order = { ...lie.order, ticker: 'FREE-MONEY', numContracts: '123456789' };
    expect((await service.post({ ...lie, order })).status).toBe(200);
    const [entry] = (await service.feed()).orders;
    expect(entry).toMatchObject({ ...quote, ticker: expect.stringMatching(/^ETH-.*-2500-P$/) });
    expect(entry?.order.numContracts).toBe(0n);
    expect(entry?.greeks?.delta).toBeLessThan(0);
  });

  it('answers a HEAD request for the feed’s health with 405, and names GET as the allowed method', async () => {
    const service = await start();
    const head = await service.app.inject({ method: 'HEAD', url: '/orders/health' });
    expect([head.statusCode, head.headers.allow]).toEqual([405, 'GET']);
    expect(head.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('a client that does not read the feed', () => {
  const part = Buffer.alloc(1_000_000, 'x');
  const PARTS = 60;

  async function serve(timeouts: { idle: number; whole: number }) {
    const app = Fastify();
    app.get('/', (_request, reply) =>
      sendFeed(
        reply,
        { parts: Array(PARTS).fill(part), bytes: PARTS * part.length, etag: '"1"' },
        { timeouts },
      ),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    ends.push(() => app.close());
    const address = app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const openConnections = () =>
      new Promise<number>((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    return { port, openConnections };
  }

  function ask(port: number): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    ends.push(async () => socket.destroy());
    return socket;
  }

  it('disconnects clients that don’t read, and doesn’t keep copies of the feed for these clients', async () => {
    const { port, openConnections } = await serve({ idle: 1_000, whole: 60_000 });
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 20; i++) ask(port).pause();
    await eventually(async () => expect(await openConnections()).toBe(20));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
    await eventually(async () => expect(await openConnections()).toBe(0));
  });

  it('disconnects a slow reader when the time for the whole response is over', async () => {
    const { port, openConnections } = await serve({ idle: 1_000, whole: 1_500 });
    const socket = ask(port).pause();
    const timer = setInterval(() => socket.read(65_536), 50);
    await eventually(async () => expect(await openConnections()).toBe(1));
    await eventually(async () => expect(await openConnections()).toBe(0));
    clearInterval(timer);
  });

  it('doesn’t disconnect a client that reads everything', async () => {
    const { port } = await serve({ idle: 1_000, whole: 20_000 });
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect((await answer.arrayBuffer()).byteLength).toBe(PARTS * part.length);
  });
});

describe('a post', () => {
  it.each<[string, (now: number) => Parameters<Market['quote']>[0], Record<string, unknown>]>([
    ['no budget', () => ({ budget: 0n }), { check: 'budget', reason: 'zero' }],
    [
      'a quote that lasts more than a week',
      (now) => ({ orderExpiry: now + 8 * 86_400, expiry: now + 30 * 86_400 }),
      { check: 'quote expiry', reason: 'too-far' },
    ],
    [
      'an option that expires in the next century',
      () => ({ expiry: 4_102_444_800 }),
      { check: 'option expiry', reason: 'too-far' },
    ],
    ['a price of 2^200', () => ({ price: 2n ** 200n }), { check: 'price' }],
    ['a strike of a billionth of a dollar', () => ({ strikes: [1n] }), { check: 'strikes' }],
    ['a budget of 2^200', () => ({ budget: 2n ** 200n }), { check: 'budget' }],
    [
      'an invalid date',
      () => ({ expiry: 9_007_199_254_740_991 }),
      { check: 'option expiry', reason: 'too-far' },
    ],
  ])(
    'rejects a post of an order with %s, and names the failed check',
    async (_, change, expected) => {
      const service = await start();
      const quote = await market.quote(change(await market.devnet.now()));
      expect(await service.post(wire(quote))).toMatchObject({ status: 400, body: expected });
    },
  );

  it('rejects posts of an address that posts too often, but accepts posts of other addresses', async () => {
    const service = await start({ rateLimits: true });
    const send = (remoteAddress: string, payload: object) =>
      service.app.inject({ method: 'POST', url: '/orders/', payload, remoteAddress });
    const statuses = new Set<number>();
    for (let i = 0; i < 120; i++) statuses.add((await send('192.0.2.1', [])).statusCode);
    expect([...statuses]).toEqual([400]);
    const refused = await send('192.0.2.1', []);
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too-many' }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send('192.0.2.2', wire(await market.quote()))).statusCode).toBe(200);
  });

  it('counts every entry of a post towards the limit of the sender’s address', async () => {
    const service = await start({ rateLimits: true });
    const payload = Array.from({ length: 1_000 }, () => null);
    const statuses: number[] = [];
    for (let i = 0; i < 13; i++)
      statuses.push(
        (await service.app.inject({ method: 'POST', url: '/orders/', payload })).statusCode,
      );
    expect(statuses).toEqual([...Array(12).fill(400), 429]);
  });

  it('rejects a post of more than two million bytes with 413', async () => {
    const service = await start();
    const payload = `"${'a'.repeat(2_000_001)}"`;
    const headers = { 'content-type': 'application/json' };
    const answer = await service.app.inject({ method: 'POST', url: '/orders/', headers, payload });
    expect(answer.statusCode).toBe(413);
  });

  it('rejects a forged post and accepts a genuine post while the chain is down', async () => {
    const silent = await startHttp(() => undefined);
    ends.push(silent.stop);
    const service = await start({ chain: { rpcUrls: [silent.url], pollMs: 50 } });
    const quote = await market.quote();
    const forged = await signOrder(market.taker, quote.order);
    expect(await service.post(wire(forged))).toMatchObject({
      status: 400,
      body: { check: 'signature', reason: 'not-the-maker' },
    });
    expect(await service.post(wire(quote))).toMatchObject({ status: 200 });
  });

  it('asks the chain once about a maker, however often the maker’s orders are forged', async () => {
    const asked: string[] = [];
    const service = await start({
      fetch: (url, init) => {
        if (/"data":"0x73[0-9a-f]{40}3b/.test(init?.body ?? '')) asked.push(init?.body ?? '');
        return fetch(url, init);
      },
    });
    const quotes = [await market.quote(), await market.quote(), await market.quote()];
    for (const { order } of quotes)
      expect((await service.post(wire(await signOrder(market.taker, order)))).status).toBe(400);
    expect(asked).toHaveLength(1);
  });
});

describe('a withdrawn order', () => {
  async function withdrawn(service: RunningOrders) {
    const quote = await market.quote();
    const digest = digestOf(quote);
    await service.post(wire(quote));
    const signature = await market.maker.signTypedData(withdrawalTypedData(digest));
    expect(await service.remove(digest, signature)).toBe(204);
    return { quote, digest };
  }

  it('rejects a post that repeats a withdrawn order, names that order, and stores no entry of the post', async () => {
    const service = await start();
    const { quote, digest } = await withdrawn(service);
    expect(await service.post([wire(await market.quote()), wire(quote)])).toMatchObject({
      status: 409,
      body: { code: 'withdrawn', digest },
    });
    expect(await digestsOf(service)).toEqual([]);
  });

  it('keeps only the digest of a withdrawn order, and deletes the digest after the order’s quote has expired', async () => {
    let now = Date.now();
    const service = await start({ clock: { now: () => epochMs(now) } });
    const { quote, digest } = await withdrawn(service);
    const rows = () => {
      const database = new Database(service.file, { readonly: true });
      const found = database.prepare('select digest, state, body from orders_entries').all();
      database.close();
      return found;
    };
    expect(rows()).toEqual([{ digest, state: 'withdrawn', body: '' }]);
    now = (quote.order.orderExpiryTimestamp + 600) * 1_000;
    await eventually(async () => expect(rows()).toEqual([]));
  });
});
