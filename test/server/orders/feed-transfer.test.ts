import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFeedBytes, type FeedBytes } from '../../../server/orders/feed-bytes.ts';
import { createFeedEncodings, encodingOf } from '../../../server/orders/feed-encodings.ts';
import { ordersRoutes } from '../../../server/orders/routes.ts';
import { epochMs } from '../../../shared/units.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function start(orders = 3): Promise<{ app: FastifyInstance; feed: FeedBytes }> {
  const feed = createFeedBytes();
  for (let i = 0; i < orders; i++)
    feed.take(JSON.stringify({ order: i, filler: 'x'.repeat(500) }), true);
  const app = Fastify({ exposeHeadRoutes: false });
  apps.push(app);
  let now = 1_000;
  await app.register(
    async (plugin) =>
      ordersRoutes(plugin, {
        service: {
          feed: () => feed.answer(epochMs(now++), { ETH: 2_500 }),
          post: async () => [],
          withdraw: async () => undefined,
        },
        health: () => ({ status: 'ok' }),
        limits: { reads: free, posts: free, entries: free, withdrawals: free },
      }),
    { prefix: '/orders' },
  );
  return { app, feed };
}

async function free(): Promise<number> {
  return 0;
}

const read = (app: FastifyInstance, headers: Record<string, string> = {}) =>
  app.inject({ url: '/orders/', headers });

describe('the feed', () => {
  it('answers 304 without a body in any encoding while nothing has changed', async () => {
    const { app, feed } = await start();
    const etag = String((await read(app)).headers.etag);
    for (const encoding of ['identity', 'gzip', 'br']) {
      const again = await read(app, { 'if-none-match': etag, 'accept-encoding': encoding });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
      expect(again.headers).toMatchObject({ etag, 'access-control-allow-origin': '*' });
    }
    feed.take('{"order":4}', true);
    const changed = await read(app, { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    expect(changed.json().data.orders).toHaveLength(4);
  });

  it('the ETag changes with each price and each shown entry, but not with the order in which entries were added', () => {
    const [one, other] = [createFeedBytes(), createFeedBytes()];
    const tag = (feed: FeedBytes, ETH = 2) => feed.answer(epochMs(Date.now()), { ETH }).etag;
    const empty = tag(one);
    expect(tag(one, 3)).not.toBe(empty);
    one.take('{"order":1}', true);
    const slot = one.take('{"order":2}', true);
    const both = tag(one);
    other.take('{"order":2}', true);
    expect(tag(other)).not.toBe(both);
    other.take('{"order":1}', true);
    expect(tag(other)).toBe(both);
    one.show(slot, false);
    expect(tag(one)).not.toBe(both);
    one.show(slot, true);
    expect(tag(one)).toBe(both);
    one.free(slot);
    expect(tag(one)).not.toBe(both);
    one.free(0);
    expect(tag(one)).toBe(empty);
  });

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)(
    'compresses the feed with %s for a client that accepts this encoding',
    async (encoding, unpack) => {
      const { app } = await start(200);
      const plain = await read(app);
      const packed = await read(app, { 'accept-encoding': encoding });
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(packed.rawPayload.length),
        vary: 'accept-encoding',
        etag: plain.headers.etag,
      });
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
      expect(JSON.parse(unpack(packed.rawPayload).toString()).data.orders).toEqual(
        plain.json().data.orders,
      );
    },
  );

  it('answers HEAD with the headers of GET and no body', async () => {
    const { app } = await start();
    const get = await read(app);
    const head = await app.inject({ method: 'HEAD', url: '/orders/' });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    expect(head.headers).toMatchObject({
      etag: get.headers.etag,
      'content-length': get.headers['content-length'],
    });
  });
});

describe('a compressed response', () => {
  it('compresses a response again after half a minute, because the response contains the time', async () => {
    let seconds = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
    const feed = createFeedBytes();
    feed.take('{"order":1}', true);
    const encoded = createFeedEncodings();
    const timeAt = async (at: number) => {
      seconds = at;
      const { parts } = await encoded('gzip', () => feed.answer(epochMs(at * 1000), {}));
      return JSON.parse(gunzipSync(Buffer.concat(parts)).toString()).metadata.current_time;
    };
    expect([await timeAt(0), await timeAt(29), await timeAt(30)]).toEqual([0, 0, 30_000]);
    now.mockRestore();
  });

  it('compresses a response once for all requests that follow a change', async () => {
    const feed = createFeedBytes();
    feed.take('{"order":1}', true);
    const encoded = createFeedEncodings();
    const ask = () => encoded('br', () => feed.answer(epochMs(1), {}));
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second).toBe(first);
    expect(await ask()).toBe(first);
    feed.take('{"order":2}', true);
    const changed = await ask();
    expect(changed.etag).not.toBe(first.etag);
    expect(brotliDecompressSync(Buffer.concat(changed.parts)).toString()).toContain('{"order":2}');
  });

  it('includes a change that was made during the compression of the previous response', async () => {
    const feed = createFeedBytes();
    const encoded = createFeedEncodings();
    const ask = () => encoded('gzip', () => feed.answer(epochMs(1), {}));
    const before = ask();
    feed.take('{"order":1}', true);
    const after = await ask();
    expect(gunzipSync(Buffer.concat(after.parts)).toString()).toContain('{"order":1}');
    await before;
  });
});

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['deflate', 'identity'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP;q=0.0', 'identity'],
])('answers Accept-Encoding %s with the encoding %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding);
});
