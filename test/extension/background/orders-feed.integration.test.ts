import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { type Market, startMarket } from '../../devnet/market-fixture.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { injectFetch } from '../../helpers/inject-fetch.ts';
import { startOrders, temporaryDirectory, wire } from '../../server/orders/harness.ts';
import { realOrders } from '../../shared/orders/real-orders.ts';

const [REAL] = realOrders();
if (REAL === undefined) throw new Error('there are recorded orders');
const entry = wire(REAL.entry);

function feedOf(answer: Fetch) {
  const clock = createFakeClock();
  let asked = 0;
  const feed = createOrdersFeed({
    fetch: (url, init) => {
      asked += 1;
      return answer(url, init);
    },
    clock,
    wait: systemWait,
    urls: () => ['https://feed.example/orders'],
  });
  return { feed, clock, asked: () => asked };
}

const json =
  (value: unknown): Fetch =>
  async () =>
    Response.json(value);

describe('the order feed', () => {
  it('reads the feed again after 30 seconds, and always on request', async () => {
    const { feed, clock, asked } = feedOf(json({ data: { orders: [entry] } }));
    await feed.fresh();
    clock.advance(29_999);
    await feed.fresh();
    expect(asked()).toBe(1);
    clock.advance(1);
    await feed.fresh();
    expect(asked()).toBe(2);
    await feed.refresh();
    expect(asked()).toBe(3);
  });

  it('reads the feed again before it reports a missing quote, unless the feed was just read', async () => {
    const orders: (typeof entry)[] = [];
    const { feed, clock, asked } = feedOf(async () => Response.json({ data: { orders } }));
    const { digest } = REAL.expect;
    expect(await feed.has(digest)).toBe(false);
    expect(asked()).toBe(1);
    orders.push(entry);
    expect(await feed.has(digest)).toBe(false);
    expect(asked()).toBe(1);
    clock.advance(5_001);
    expect(await feed.has(digest)).toBe(true);
    expect(asked()).toBe(2);
    expect(await feed.has(digest)).toBe(true);
    expect(asked()).toBe(2);
  });

  it('reads the feed once for concurrent callers', async () => {
    const { feed, asked } = feedOf(json({ data: { orders: [entry] } }));
    const [first, second] = await Promise.all([feed.refresh(), feed.fresh()]);
    expect(asked()).toBe(1);
    expect(second).toBe(first);
  });

  it('requests the feed without credentials or a query, and revalidates a cached feed before using it', async () => {
    let seen: Parameters<Fetch> | undefined;
    const { feed } = feedOf(async (...call) => {
      seen = call;
      return Response.json({ data: { orders: [] } });
    });
    await feed.refresh();
    expect(seen?.[0]).toBe('https://feed.example/orders/');
    expect(seen?.[1]).toMatchObject({ credentials: 'omit', cache: 'no-cache' });
  });

  it('keeps the orders without reading the response’s body when the feed’s version hasn’t changed', async () => {
    let [version, reads] = ['"1"', 0];
    const { feed } = feedOf(async () => {
      const body = new ReadableStream(
        {
          pull(stream) {
            reads++;
            stream.enqueue(new TextEncoder().encode(JSON.stringify({ data: { orders: [entry] } })));
            stream.close();
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { headers: { etag: version } });
    });
    const [first] = (await feed.refresh()).feed.orders;
    const [second] = (await feed.refresh()).feed.orders;
    expect([second, reads]).toEqual([first, 1]);
    expect(second).toBe(first);
    version = '"2"';
    await feed.refresh();
    expect(reads).toBe(2);
  });

  it('reads the full feed on every refresh when the feed has no version', async () => {
    const { feed } = feedOf(json({ data: { orders: [entry] } }));
    const [first] = (await feed.refresh()).feed.orders;
    const [second] = (await feed.refresh()).feed.orders;
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
  });

  it.each<[string, unknown]>([
    ['that is not wrapped', { orders: [entry] }],
    [
      'with null for empty extra data',
      { orders: [{ ...entry, order: { ...entry.order, extraOptionData: null } }] },
    ],
    [
      'with unknown fields',
      {
        data: {
          orders: [{ ...entry, score: 1, order: { ...entry.order, ticker: 'ETH-5SEP26-2650-C' } }],
        },
        version: 2,
      },
    ],
    [
      'with addresses in lower case',
      {
        orders: [
          {
            ...entry,
            order: {
              ...entry.order,
              maker: entry.order.maker.toLowerCase(),
              implementation: entry.order.implementation.toLowerCase(),
            },
          },
        ],
      },
    ],
    [
      'with invalid entries beside the order',
      { orders: [null, 'order', { order: {} }, entry, { ...entry, nonce: '1e9' }] },
    ],
    [
      'with invalid spot prices',
      { data: { orders: [entry], market_data: { ETH: 'much', BTC: null } } },
    ],
  ])('parses a feed %s, and keeps the identity of the signed order', async (_, answer) => {
    const { feed } = feedOf(json(answer));
    const { byDigest } = await feed.refresh();
    expect([...byDigest.keys()]).toEqual([REAL.expect.digest]);
  });

  it.each<[string, Fetch, string]>([
    ['down', () => Promise.reject(new TypeError('fetch failed')), 'feedUnreachable'],
    ['refusing requests', async () => new Response('busy', { status: 503 }), 'feedUnreachable'],
    ['300 MB long', async () => new Response(flood()), 'feedUnreachable'],
    [
      'announced as 300 MB long',
      async () => new Response('{', { headers: { 'content-length': '300000000' } }),
      'feedUnreachable',
    ],
    ['malformed', async () => new Response('{"data": '), 'feedUnreadable'],
    ['JSON without orders', json({ hello: 'world' }), 'feedUnreadable'],
  ])('reports a feed that is %s, and keeps the last orders', async (_, answer, code) => {
    let isWell = true;
    const { feed, clock } = feedOf((url, init) =>
      isWell ? json({ orders: [entry] })(url, init) : answer(url, init),
    );
    const before = await feed.refresh();
    isWell = false;
    clock.advance(60_000);
    await expect(feed.fresh()).rejects.toMatchObject({ code });
    expect(feed.last()).toBe(before);
    expect(await feed.has(REAL.expect.digest)).toBe(true);
  });
});

describe('several order feeds', () => {
  const [first, second] = realOrders();
  if (first === undefined || second === undefined) throw new Error('there are recorded orders');
  const answers = new Map<string, Fetch>();
  const both = () => {
    const clock = createFakeClock();
    let release: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      release = resolve;
    });
    const urls = ['https://a.example', 'https://b.example'];
    const feed = createOrdersFeed({
      fetch: (url, init) => (answers.get(new URL(url).host) ?? dead)(url, init),
      clock,
      wait: () => patience,
      urls: () => urls,
    });
    return { feed, clock, urls, endPatience: release };
  };
  const dead: Fetch = () => Promise.reject(new TypeError('fetch failed'));
  const hold = (orders: readonly unknown[]) => json({ orders });

  it('merges several feeds into one list, and lists an order of two feeds once', async () => {
    answers.set('a.example', hold([wire(first.entry)]));
    answers.set('b.example', hold([wire(second.entry), wire(first.entry)]));
    const { feed } = both();
    const { byDigest, feeds } = await feed.refresh();
    expect([...byDigest.keys()]).toEqual([first.expect.digest, second.expect.digest]);
    expect(feeds).toEqual([
      { url: 'https://a.example', count: 1 },
      { url: 'https://b.example', count: 2 },
    ]);
    expect(await feed.has(second.expect.digest)).toBe(true);
  });

  it('names a feed that doesn’t respond, and keeps the orders of the other feeds', async () => {
    answers.set('a.example', dead);
    answers.set('b.example', hold([wire(second.entry)]));
    const { byDigest, feeds } = await both().feed.refresh();
    expect([...byDigest.keys()]).toEqual([second.expect.digest]);
    expect(feeds[0]).toEqual({
      url: 'https://a.example',
      problem: 'feedUnreachable',
    });
  });

  it('waits briefly for a slow feed, and adds the feed’s later answer without another refresh', async () => {
    let answer: (response: Response) => void = () => undefined;
    answers.set('a.example', () => new Promise((resolve) => (answer = resolve)));
    answers.set('b.example', hold([wire(second.entry)]));
    const { feed, endPatience } = both();
    const reading = feed.refresh();
    endPatience();
    const { byDigest, feeds } = await reading;
    expect([...byDigest.keys()]).toEqual([second.expect.digest]);
    expect(feeds[0]).toEqual({ url: 'https://a.example' });
    answer(Response.json({ orders: [wire(first.entry)] }));
    await eventually(async () => expect(feed.last()?.byDigest.size).toBe(2));
  });

  it('forgets the orders of a feed that the user removed', async () => {
    answers.set('a.example', hold([wire(first.entry)]));
    answers.set('b.example', dead);
    const { feed, urls } = both();
    await feed.refresh();
    urls.splice(0, 2, 'https://c.example');
    expect(feed.last()).toBeUndefined();
    answers.set('c.example', hold([wire(second.entry)]));
    expect([...(await feed.fresh()).byDigest.keys()]).toEqual([second.expect.digest]);
  });

  it('reports the reason when all feeds fail or no feed is set', async () => {
    answers.clear();
    const { feed, urls } = both();
    await expect(feed.refresh()).rejects.toMatchObject({ code: 'feedUnreachable' });
    urls.splice(0);
    await expect(feed.refresh()).rejects.toMatchObject({ code: 'noFeed' });
  });
});

describe('the feed of the orders service', () => {
  const directory = temporaryDirectory();
  let market: Market;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    market = await startMarket();
  });
  afterEach(async () => stop?.());
  afterAll(async () => {
    await market?.stop();
    directory.remove();
  });

  it('passes the service’s spot prices and every order, exactly as signed, to the wallet', async () => {
    const service = await startOrders(
      { engine: 'sqlite', file: `${directory.path}/orders.db` },
      { chain: { rpcUrls: [market.devnet.rpcUrl], pollMs: 50 } },
    );
    stop = service.stop;
    const quotes = [
      await market.quote(),
      await market.quote({
        product: 'PUT_SPREAD',
        strikes: [2_600_00000000n, 2_400_00000000n],
        price: 30_00000000n,
      }),
    ];
    await service.post(quotes.map((quote) => wire(quote)));
    const { feed } = feedOf(injectFetch(service.app));
    const { byDigest } = await feed.refresh();
    for (const { order, optionBookAddress, signature, nonce } of quotes)
      expect(byDigest.get(orderDigest(order, optionBookAddress))).toMatchObject({
        order,
        signature,
        nonce,
      });
    await eventually(async () => {
      await feed.refresh();
      expect(feed.spotOf('ETH')).toBe(2_590_00000000n);
    });
  });
});

/** Returns a stream of 300 MB that creates its data only as fast as the reader reads. */
function flood(): ReadableStream<Uint8Array> {
  const part = new Uint8Array(1_000_000).fill(0x20);
  let left = 300;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(part);
      else controller.close();
    },
  });
}
