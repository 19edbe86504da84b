import { afterEach, describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createOrderChecks } from '../../../entrypoints/background/market/checks.ts';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import { createOrdersListing } from '../../../entrypoints/background/orders/listing.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { entryToWire } from '../../../server/orders/entry.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { signedOrder } from '../../bench/signed-orders.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { startStreamingFeed } from '../../server/orders/streaming-feed.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const orders = Array.from({ length: 4 }, (_, i) => {
  const signed = signedOrder(i, 1_800_000_000);
  return {
    digest: orderDigest(signed.order, signed.optionBookAddress),
    body: JSON.stringify(entryToWire(signed)),
  };
});
const orderAt = (i: number) => orders[i] ?? expect.unreachable();

/** Returns orders with different prices, and with signatures that later checks refuse. */
function manyOrders(count: number): unknown[] {
  const { order, ...rest } = JSON.parse(orderAt(0).body);
  return Array.from({ length: count }, (_, i) => ({
    ...rest,
    order: { ...order, price: String(1_000_000 + i) },
  }));
}

/** Maximum milliseconds for which one piece of work may block the worker. */
const MAX_BLOCK_MS = 300;

/** Measures the longest work of this thread between two turns of the event loop, in ms. */
function longestBlock() {
  let longest = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  turn();
  return {
    end() {
      isOver = true;
      return longest;
    },
  };
}

/**
 * The wallet's feed, with a record of the requests that it sends. Waits are short, and only the
 * test advances the clock.
 */
function walletFeed(url: string, answer: Fetch = fetch) {
  const clock = createFakeClock();
  const asked: string[] = [];
  const feed = createOrdersFeed({
    async fetch(address, init) {
      asked.push(new URL(address).pathname);
      return answer(address, init);
    },
    clock,
    wait: (milliseconds) => systemWait(Math.min(milliseconds, 10)),
    urls: () => [`${url}/orders`],
  });
  const listed = () => [...(feed.last()?.byDigest.keys() ?? [])].sort();
  return {
    feed,
    clock,
    listed,
    reads: () => asked.filter((path) => path === '/orders/').length,
    streams: () => asked.filter((path) => path === '/orders/stream').length,
    /**
     * Reads changes, like a page that shows orders, until the list has exactly the expected orders.
     */
    async shows(...expected: readonly { readonly digest: string }[]) {
      await eventually(async () => {
        await feed.changed(feed.last()?.at ?? 0);
        expect(listed()).toEqual(expected.map(({ digest }) => digest).sort());
      });
    },
  };
}

async function start() {
  const service = await startStreamingFeed();
  ends.push(service.stop);
  return {
    ...service,
    add: (...added: (typeof orders)[number][]) => {
      for (const { digest, body } of added) service.add(digest, body);
    },
  };
}

describe('a feed that streams its changes', () => {
  it('reads a streaming feed once while a page shows orders, and then shows each change', async () => {
    const service = await start();
    const [a, b, c] = [orderAt(0), orderAt(1), orderAt(2)];
    service.add(a, b);
    const wallet = walletFeed(service.url);
    await wallet.feed.refresh();
    await wallet.shows(a, b);
    service.add(c);
    service.remove(a.digest);
    await wallet.shows(b, c);
    service.market.ETH = 3_000;
    await eventually(async () => expect(wallet.feed.spotOf('ETH')).toBe(300_000_000_000n));
    wallet.clock.advance(15_000);
    await wallet.feed.changed(0);
    wallet.clock.advance(16_000);
    await wallet.feed.fresh();
    expect([wallet.reads(), wallet.streams()]).toEqual([1, 1]);
  });

  it('keeps a list for a few seconds after a new order arrives, and then returns a new list', async () => {
    const service = await start();
    const [a, b] = [orderAt(0), orderAt(1)];
    service.add(a);
    const { feed, clock, shows } = walletFeed(service.url);
    await feed.refresh();
    await shows(a);
    const listing = createOrdersListing({
      ...{ feed, clock, wait: systemWait },
      checks: createOrderChecks({
        client: { request: () => Promise.reject(new Error('no answer')) },
        wait: systemWait,
      }),
      stored: stored(memoryAreas(), STORED_KEYS.ordersCache),
      failureOf: () => ({ code: 'unexpected' }),
    });
    const { at = 0 } = await listing.list(false);
    clock.advance(1_000);
    service.add(b);
    await eventually(async () => expect(await feed.changed(at)).toBe(true));
    await listing.check();
    expect((await listing.list(false)).at).toBe(at);
    clock.advance(4_000);
    expect((await listing.list(false)).at).not.toBe(at);
  });

  it('reads a streaming feed again before a fill, and keeps streamed changes that the response lacks', async () => {
    const service = await start();
    const [a, b] = [orderAt(0), orderAt(1)];
    service.add(a);
    let old: { body: string; headers: Headers } | undefined;
    const wallet = walletFeed(service.url, async (url, init) => {
      if (old !== undefined && url.endsWith('/orders/')) return new Response(old.body, old);
      const answer = await fetch(url, init);
      if (!url.endsWith('/orders/')) return answer;
      old = { body: await answer.text(), headers: new Headers(answer.headers) };
      for (const name of ['content-encoding', 'content-length']) old.headers.delete(name);
      return new Response(old.body, old);
    });
    await wallet.feed.refresh();
    await wallet.shows(a);
    service.add(b);
    await wallet.shows(a, b);
    await wallet.feed.refresh();
    expect(wallet.reads()).toBe(2);
    expect(wallet.listed()).toEqual([a.digest, b.digest].sort());
  });

  it('reads the whole feed again when the service doesn’t know the wallet’s feed version, and then streams', async () => {
    const service = await start();
    const [a, b] = [orderAt(0), orderAt(1)];
    const wallet = walletFeed(service.url, async (url, init) =>
      fetch(url.replace(/since=.*/, 'since=unknown'), init),
    );
    await wallet.feed.refresh();
    service.add(a);
    await wallet.shows(a);
    expect(wallet.reads()).toBe(2);
    service.add(b);
    await wallet.shows(a, b);
    expect([wallet.reads(), wallet.streams()]).toEqual([2, 1]);
  });

  it('ends the stream when no page shows orders any more, and reads the feed on request', async () => {
    const service = await start();
    const [a] = [orderAt(0)];
    const wallet = walletFeed(service.url);
    await wallet.feed.refresh();
    service.add(a);
    await wallet.shows(a);
    wallet.clock.advance(31_000);
    await eventually(async () => {
      await wallet.feed.fresh();
      expect(wallet.reads()).toBe(2);
    });
  });

  it('reads the feed every 30 seconds while its stream is broken', async () => {
    const service = await start();
    const wallet = walletFeed(service.url, async (url, init) =>
      url.includes('/stream') ? Promise.reject(new Error('cut')) : fetch(url, init),
    );
    await wallet.feed.refresh();
    for (let reads = 2; reads < 5; reads++) {
      await wallet.feed.changed(0);
      wallet.clock.advance(30_000);
      await wallet.feed.fresh();
      expect(wallet.reads()).toBe(reads);
    }
    expect(wallet.streams()).toBeGreaterThan(1);
  });
});

describe('a feed that fails', () => {
  it('reports a failed feed until the feed answers again, and then lists the feed’s orders', async () => {
    const service = await start();
    service.add(orderAt(0));
    let isDown = false;
    const { feed, clock, listed } = walletFeed(service.url, async (...asked) => {
      if (isDown) return new Response('', { status: 503 });
      return fetch(...asked);
    });
    await feed.fresh();
    isDown = true;
    clock.advance(40_000);
    await expect(feed.fresh()).rejects.toThrow();
    clock.advance(10_000);
    await expect(feed.fresh()).rejects.toThrow();
    isDown = false;
    clock.advance(40_000);
    await feed.fresh();
    expect(listed()).toEqual([orderAt(0).digest]);
  });
});

describe('a repeated request for the orders', () => {
  /** A wallet whose feeds at these hosts answer, except while they are marked as down. */
  function feeds(urls: readonly string[]) {
    const down = new Set<string>();
    const counts = new Map<string, number>();
    const clock = createFakeClock();
    const feed = createOrdersFeed({
      fetch: async (url) => {
        const { host } = new URL(url);
        counts.set(host, (counts.get(host) ?? 0) + 1);
        if (down.has(host)) return new Response('', { status: 503 });
        return Response.json({ data: { orders: [JSON.parse(orderAt(0).body)] } });
      },
      clock,
      wait: async () => undefined,
      urls: () => urls,
    });
    return { feed, clock, down, readsOf: (host: string) => counts.get(host) };
  }

  it('reads the only feed again ten seconds after a failure', async () => {
    const { feed, clock, down, readsOf } = feeds(['https://a.example']);
    down.add('a.example');
    await expect(feed.fresh()).rejects.toThrow();
    await expect(feed.fresh()).rejects.toThrow();
    expect(readsOf('a.example')).toBe(1);
    down.clear();
    clock.advance(10_000);
    expect([...(await feed.fresh()).byDigest.keys()]).toEqual([orderAt(0).digest]);
  });

  it('doesn’t read a failed feed again after ten seconds when a different feed works', async () => {
    const { feed, clock, down, readsOf } = feeds(['https://a.example', 'https://b.example']);
    down.add('b.example');
    await feed.fresh();
    clock.advance(10_000);
    await feed.fresh();
    expect(readsOf('b.example')).toBe(1);
  });
});

describe('a hostile stream', () => {
  const event = (data: unknown, id = 'W/"2"') => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
  const change = { added: [], removed: [], market_data: {} };

  /** A wallet whose feed answers with a stream of these texts, and then sends nothing more. */
  function hostile(texts: readonly string[], type = 'text/event-stream') {
    let isCut = false;
    let current: ReadableStreamDefaultController | undefined;
    const wallet = walletFeed('https://feed.example', async (url) => {
      const headers = {
        etag: 'W/"1"',
        link: '<stream>; rel="alternate"; type="text/event-stream"',
      };
      if (!url.includes('/stream'))
        return Response.json({ data: { orders: [JSON.parse(orderAt(0).body)] } }, { headers });
      const body = new ReadableStream({
        start(stream) {
          current = stream;
          for (const text of texts) stream.enqueue(new TextEncoder().encode(text));
        },
        cancel() {
          isCut = true;
        },
      });
      return new Response(body, { headers: { 'content-type': type } });
    });
    return { ...wallet, isCut: () => isCut, end: () => current?.close() };
  }

  it.each<{ readonly what: string; readonly texts: readonly string[]; readonly type?: string }>([
    { what: 'isn’t a stream', texts: [':\n\n'], type: 'application/json' },
    { what: 'sends plain text', texts: ['hello\n\n'] },
    { what: 'sends an invalid digest', texts: [event({ ...change, removed: ['0x1'] })] },
    {
      what: 'sends an event without an end',
      texts: ['data: ', ...Array(17).fill('x'.repeat(1_000_000))],
    },
    { what: 'sends too many events', texts: [event(change).repeat(1_501)] },
    {
      what: 'sends too many bytes',
      texts: Array(33).fill(`${event(change)}:${'x'.repeat(1_000_000)}\n\n`),
    },
    { what: 'asks to read the feed twice', texts: Array(2).fill('event: reset\ndata: {}\n\n') },
  ])('ignores a hostile stream for ten minutes when it $what', async ({ texts, type }) => {
    const wallet = hostile(texts, type);
    await wallet.feed.refresh();
    await wallet.feed.changed(0);
    await eventually(async () => expect(wallet.isCut()).toBe(true));
    const before = wallet.reads();
    wallet.clock.advance(30_000);
    await wallet.feed.fresh();
    expect(wallet.reads()).toBe(before + 1);
    wallet.clock.advance(480_000);
    await wallet.feed.changed(0);
    expect(wallet.streams()).toBe(1);
    expect(wallet.listed()).toEqual([orderAt(0).digest]);
    wallet.clock.advance(600_000);
    await wallet.feed.changed(0);
    expect(wallet.streams()).toBe(2);
  });

  it.each<{ readonly what: string; readonly data: () => string; readonly listed: number }>([
    {
      what: 'ten thousand orders',
      data: () => JSON.stringify({ ...change, added: manyOrders(10_000) }),
      listed: 10_001,
    },
    {
      what: 'more orders than a feed may have',
      data: () => JSON.stringify({ ...change, added: manyOrders(20_001) }),
      listed: 1,
    },
    {
      what: 'millions of entries without content',
      data: () => `{"added":[${'{},'.repeat(5_000_000)}{}],"removed":[]}`,
      listed: 1,
    },
    { what: 'nothing but brackets', data: () => '['.repeat(15_000_000), listed: 1 },
  ])('doesn’t block the worker when one event of a stream has $what', async ({ data, listed }) => {
    const text = `id: W/"2"\ndata: ${data()}\n\n`;
    const wallet = hostile([text]);
    await wallet.feed.refresh();
    const block = longestBlock();
    await wallet.feed.changed(0);
    const isDone = () => (listed === 1 ? wallet.isCut() : wallet.listed().length === listed);
    await eventually(async () => expect(isDone()).toBe(true));
    expect(wallet.listed()).toHaveLength(listed);
    expect(block.end()).toBeLessThan(MAX_BLOCK_MS);
  });

  it('doesn’t renew the order budget of a stream when the stream connects again', async () => {
    const added = manyOrders(8_000);
    const texts: string[] = [];
    const wallet = hostile(texts);
    await wallet.feed.refresh();
    for (let connections = 1; connections < 4; connections++) {
      texts[0] = event({ ...change, added, market_data: { ETH: connections } });
      await eventually(async () => {
        wallet.clock.advance(1_000);
        await wallet.feed.changed(0);
        expect(wallet.streams()).toBe(connections);
      });
      if (connections === 3) break;
      const price = BigInt(connections) * 100_000_000n;
      await eventually(async () => expect(wallet.feed.spotOf('ETH')).toBe(price));
      wallet.end();
    }
    await eventually(async () => expect(wallet.isCut()).toBe(true));
    expect(wallet.feed.spotOf('ETH')).toBe(200_000_000n);
  });

  it('doesn’t follow a stream’s redirect to a different host', async () => {
    const wallet = walletFeed('https://feed.example', async () =>
      Response.json(
        { data: { orders: [] } },
        {
          headers: {
            etag: '"1"',
            link: '<https://other.example/stream>; rel="alternate"; type="text/event-stream"',
          },
        },
      ),
    );
    await wallet.feed.refresh();
    await wallet.feed.changed(0);
    expect([wallet.reads(), wallet.streams()]).toEqual([1, 0]);
  });
});
