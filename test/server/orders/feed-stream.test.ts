import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AddressLimit } from '../../../server/http/address-limit.ts';
import type { StreamLimits } from '../../../server/orders/limits.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startStreamingFeed } from './streaming-feed.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const digestOf = (i: number) => `0x${i.toString(16).padStart(64, '0')}` as const;

/** Starts a feed whose entries are numbers. */
async function start(limits: Partial<StreamLimits> = {}, reads?: AddressLimit) {
  const feed = await startStreamingFeed(limits, reads);
  ends.push(feed.stop);
  return {
    ...feed,
    add(i: number, filler?: string) {
      feed.add(digestOf(i), JSON.stringify({ order: i, filler }));
    },
    remove: (i: number) => feed.remove(digestOf(i)),
  };
}

/** Opens a connection with `count` requests for streams, and reads nothing. */
function request(port: number, { count = 1, encoding = 'identity' } = {}) {
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  socket.on('error', () => undefined);
  const one = `GET /orders/stream HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\n\r\n`;
  socket.write(one.repeat(count));
  return socket;
}

interface Event {
  readonly id?: string;
  readonly added: readonly { readonly order: number }[];
  readonly removed: readonly string[];
  readonly market_data: Record<string, number>;
}

/** Opens a stream and collects its events. */
async function open(url: string, since?: string, encoding = 'identity') {
  const closing = new AbortController();
  ends.push(() => closing.abort());
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
  const response = await fetch(`${url}/orders/stream${query}`, {
    signal: closing.signal,
    headers: { 'accept-encoding': encoding },
  });
  const events: (Event | 'reset')[] = [];
  let isEnded = false;
  async function collect(body: NonNullable<typeof response.body>): Promise<void> {
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        if (part.startsWith('event: reset')) events.push('reset');
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(part) ?? [];
        if (id !== undefined && data !== undefined) events.push({ id, ...JSON.parse(data) });
      }
    }
  }
  if (response.status === 200 && response.body !== null)
    void collect(response.body)
      .catch(() => undefined)
      .finally(() => {
        isEnded = true;
      });
  return { response, events, isEnded: () => isEnded };
}

describe('the stream of changes', () => {
  it('offers a stream of changes that begins after the client’s version', async () => {
    const service = await start();
    const feed = await fetch(`${service.url}/orders/`);
    expect(feed.headers.get('link')).toBe('<stream>; rel="alternate"; type="text/event-stream"');
    const version = feed.headers.get('etag') ?? '';
    service.add(1);
    const { response, events } = await open(service.url, version);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    await eventually(async () => expect(events).toHaveLength(1));
    expect(events[0]).toEqual({
      id: service.etag(),
      added: [{ order: 1 }],
      removed: [],
      market_data: { ETH: 2_500 },
    });
    expect((await open(service.url, service.etag())).events).toEqual([]);
  });

  it.each(['identity', 'gzip, br'])(
    'sends each change to all clients that accept the encodings %s',
    async (encoding) => {
      const service = await start();
      const streams = [
        await open(service.url, service.etag(), encoding),
        await open(service.url, service.etag(), encoding),
      ];
      service.add(1);
      for (const { events } of streams)
        await eventually(async () => expect(events).toMatchObject([{ added: [{ order: 1 }] }]));
      service.remove(1);
      service.add(2);
      const last = { id: service.etag(), added: [{ order: 2 }], removed: [digestOf(1)] };
      for (const { events } of streams)
        await eventually(async () => expect(events.at(-1)).toMatchObject(last));
      service.market.ETH = 2_600;
      for (const { events, response } of streams) {
        await eventually(async () =>
          expect(events.at(-1)).toMatchObject({ added: [], market_data: { ETH: 2_600 } }),
        );
        expect(response.headers.get('content-encoding')).toBe(
          encoding === 'identity' ? null : 'gzip',
        );
      }
    },
  );

  it.each(['identity', 'gzip'])(
    'with the encoding %s, sends a reset and the recent changes to a client without a known version',
    async (encoding) => {
      const service = await start();
      const first = await open(service.url, service.etag());
      for (const i of [1, 2]) {
        service.add(i);
        await eventually(async () => expect(first.events).toHaveLength(i));
      }
      const all = ['reset', { added: [{ order: 1 }] }, { added: [{ order: 2 }] }];
      for (const version of [undefined, 'W/"of another instance"']) {
        const { events } = await open(service.url, version, encoding);
        await eventually(async () => expect(events).toMatchObject(all));
      }
    },
  );

  it('limits the streams of an address, and ends an open stream when the service stops', async () => {
    const service = await start({ all: 3, perAddress: 2 });
    const [first] = [await open(service.url), await open(service.url)];
    const third = await open(service.url);
    expect(third.response.status).toBe(429);
    expect(third.response.headers.get('retry-after')).toBe('30');
    await ends.splice(0, 1)[0]?.();
    await eventually(async () => expect(first.isEnded()).toBe(true));
  });

  it('limits the streams of all addresses together', async () => {
    const service = await start({ all: 1, perAddress: 2 });
    expect((await open(service.url)).response.status).toBe(200);
    const { status } = (await open(service.url)).response;
    expect(status).toBe(429);
  });

  it('disconnects a client that leaves too much unread, and continues to send to the others', async () => {
    const service = await start({ unreadBytes: 1_000_000 });
    const slow = request(service.port);
    await new Promise((resolve) => slow.once('readable', resolve));
    const { events } = await open(service.url, service.etag());
    const orders = () => events.flatMap((event) => (event === 'reset' ? [] : event.added));
    // Sends until the system's buffers are full.
    let sent = 0;
    while ((await service.connections()) === 2) {
      service.add(sent++, 'x'.repeat(500_000));
      await eventually(async () => expect(orders()).toHaveLength(sent));
    }
    expect(sent).toBeGreaterThan(1);
    service.add(sent, 'x');
    await eventually(async () => expect(orders()).toHaveLength(sent + 1));
  });

  it('waits for a client that reads a long first part slowly', async () => {
    const service = await start({ unreadBytes: 1_000 });
    service.add(0, 'x'.repeat(20_000_000));
    const slow = request(service.port);
    await new Promise((resolve) => slow.once('readable', resolve));
    const { events } = await open(service.url, service.etag());
    for (const i of [1, 2, 3]) {
      service.add(i);
      await eventually(async () => expect(events).toHaveLength(i));
    }
    expect(await service.connections()).toBe(2);
  });
});

describe('a slot for a stream', () => {
  it('pipelined requests on one connection take one slot, which is freed when the connection closes', async () => {
    const service = await start({ perAddress: 2 });
    const pipelined = request(service.port, { count: 20 });
    await new Promise((resolve) => pipelined.once('readable', resolve));
    expect((await open(service.url)).response.status).toBe(200);
    pipelined.destroy();
    await eventually(async () => expect(await service.connections()).toBe(1));
    expect((await open(service.url)).response.status).toBe(200);
    expect((await open(service.url)).response.status).toBe(429);
  });

  it('frees the slot of a client that leaves while the first part is being compressed, and writes nothing to this client', async () => {
    const leaving: (() => unknown)[] = [];
    const service = await start({ all: 2 }, async () => {
      for (const leave of leaving.splice(0)) setImmediate(leave);
      return 0;
    });
    service.add(1, 'x'.repeat(20_000_000));
    const writes = new Promise((resolve) =>
      service.server.once('request', (_, response: ServerResponse) =>
        resolve(vi.spyOn(response, 'write')),
      ),
    );
    const client = request(service.port, { encoding: 'gzip' });
    leaving.push(() => client.destroy());
    await new Promise((resolve) => client.once('close', resolve));
    const openPacked = () => open(service.url, undefined, 'gzip');
    const opened = [await openPacked(), await openPacked()];
    expect(opened.map(({ response }) => response.status)).toEqual([200, 200]);
    expect(await writes).not.toHaveBeenCalled();
  });

  it('doesn’t take a slot for a client that leaves while its address is being counted', async () => {
    const counted = Promise.withResolvers<number>();
    let asked = 0;
    const service = await start({ perAddress: 1 }, async () =>
      asked++ === 0 ? counted.promise : 0,
    );
    const client = request(service.port);
    await eventually(async () => expect(asked).toBe(1));
    client.destroy();
    await eventually(async () => expect(await service.connections()).toBe(0));
    counted.resolve(0);
    expect((await open(service.url)).response.status).toBe(200);
  });

  it('counts a stream towards the limit while the stream is being opened', async () => {
    const both = Promise.withResolvers<number>();
    let asked = 0;
    const service = await start({ all: 1 }, async () => {
      if (++asked === 2) both.resolve(0);
      return both.promise;
    });
    const opened = await Promise.all([open(service.url), open(service.url)]);
    expect(opened.map(({ response }) => response.status).sort()).toEqual([200, 429]);
  });

  it('lets the service stop while a stream is being opened', async () => {
    const stopping = Promise.withResolvers<void>();
    const service = await start({}, async () => {
      setImmediate(() => stopping.resolve(service.stop()));
      return 0;
    });
    service.add(1, 'x'.repeat(20_000_000));
    request(service.port, { encoding: 'gzip' }).resume();
    await stopping.promise;
  });
});
