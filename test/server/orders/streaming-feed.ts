import Fastify from 'fastify';
import type { Hex } from 'viem';
import type { AddressLimit } from '../../../server/http/address-limit.ts';
import { createFeedBytes } from '../../../server/orders/feed-bytes.ts';
import { createFeedStream } from '../../../server/orders/feed-stream.ts';
import { STREAMS, type StreamLimits } from '../../../server/orders/limits.ts';
import { ordersRoutes } from '../../../server/orders/routes.ts';
import { epochMs } from '../../../shared/units.ts';

const free: AddressLimit = async () => 0;

/** Starts the feed's routes on a port, with entries that the test chooses. */
export async function startStreamingFeed(limits: Partial<StreamLimits> = {}, reads = free) {
  const feed = createFeedBytes();
  const market: Record<string, number> = { ETH: 2_500 };
  const answer = () => feed.answer(epochMs(Date.now()), market);
  const stream = createFeedStream({
    feed: answer,
    marketData: () => market,
    limits: { ...STREAMS, ...limits },
    isLimited: true,
  });
  const app = Fastify({ exposeHeadRoutes: false });
  app.addHook('preClose', stream.close);
  await app.register(
    async (plugin) =>
      ordersRoutes(plugin, {
        service: { feed: answer, post: async () => [], withdraw: async () => undefined },
        stream,
        health: () => ({ status: 'ok' }),
        limits: { reads, posts: free, entries: free, withdrawals: free },
      }),
    { prefix: '/orders' },
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const slots = new Map<Hex, number>();
  return {
    url,
    port: Number(new URL(url).port),
    market,
    add(digest: Hex, body: string): void {
      slots.set(digest, feed.take(body, true));
      stream.note(digest, body);
    },
    remove(digest: Hex): void {
      const slot = slots.get(digest);
      if (slot === undefined) throw new Error('the feed has no such entry');
      feed.free(slot);
      stream.note(digest, undefined);
    },
    etag: () => answer().etag,
    server: app.server,
    connections: () =>
      new Promise<number>((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    stop: () => app.close(),
  };
}
