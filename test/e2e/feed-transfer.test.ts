import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { maxUint256 } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryToWire } from '../../server/orders/entry.ts';
import { createFeedBytes, type FeedBytes } from '../../server/orders/feed-bytes.ts';
import { createFeedStream, type FeedStream } from '../../server/orders/feed-stream.ts';
import { STREAMS } from '../../server/orders/limits.ts';
import { ordersRoutes } from '../../server/orders/routes.ts';
import { orderDigest } from '../../shared/orders/eip712.ts';
import { epochMs } from '../../shared/units.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { type Devnet, startDevnet } from '../devnet/devnet.ts';
import { approve } from '../devnet/fill.ts';
import { quoting } from '../devnet/quoting.ts';
import { eventually } from '../helpers/eventually.ts';
import { text } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

const QUOTES = 60;
const MARKET = { ETH: 2_500 };

let devnet: Devnet;
let service: FastifyInstance;
let feed: FeedBytes;
let stream: FeedStream;
let quote: ReturnType<typeof quoting>;
/** Adds a quote; returns its slot and digest. */
let add: (
  quoted: Parameters<typeof quote>[0],
) => Promise<{ readonly slot: number; readonly digest: `0x${string}` }>;
let browser: WalletBrowser;
let wallet: WalletUser;
/** `statuses`: statuses of the feed's responses. `sockets`: connections that carried them. */
const statuses: number[] = [];
const sockets = new Set<Socket>();
const sentBytes = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);

beforeAll(async () => {
  devnet = await startDevnet();
  // The list would leave out orders of a maker without tokens.
  const { maker } = devnet.accounts;
  await devnet.fund(maker.address, { usdc: 10n ** 13n });
  await approve(devnet, maker, { token: tokenNamed('USDC').address, amount: maxUint256 });
  quote = quoting(devnet);
  feed = createFeedBytes();
  const answer = () => feed.answer(epochMs(Date.now()), MARKET);
  add = async (terms) => {
    const quoted = await quote(terms);
    const digest = orderDigest(quoted.order, quoted.optionBookAddress);
    const body = JSON.stringify(entryToWire(quoted));
    const slot = feed.take(body, true);
    stream.note(digest, body);
    return { slot, digest };
  };
  stream = createFeedStream({
    feed: answer,
    marketData: () => MARKET,
    limits: STREAMS,
    isLimited: true,
  });
  for (let i = 0; i < QUOTES; i++) await add({ strikes: [BigInt(2_000 + i) * 100_000_000n] });
  const free = async () => 0;
  service = Fastify({ exposeHeadRoutes: false });
  service.server.on('connection', (socket) => sockets.add(socket));
  service.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' && request.url === '/orders/')
      reply.raw.once('finish', () => statuses.push(reply.raw.statusCode));
  });
  await service.register(
    async (plugin) =>
      ordersRoutes(plugin, {
        service: {
          feed: answer,
          post: async () => [],
          withdraw: async () => undefined,
        },
        stream,
        health: () => ({ status: 'ok' }),
        limits: { reads: free, posts: free, entries: free, withdrawals: free },
      }),
    { prefix: '/orders' },
  );
  // An indexer without positions.
  service.setNotFoundHandler((_request, reply) => reply.code(200).send([]));
  const { port } = new URL(await service.listen({ host: '127.0.0.1', port: 0 }));
  browser = await launchWallet();
  wallet = await walletUser(browser);
  await wallet.begin();
  await wallet.chooseMarket({ url: `http://localhost:${port}`, rpcUrl: devnet.rpcUrl });
});

afterAll(async () => {
  await browser?.close();
  await stream?.close();
  await service?.close();
  await devnet?.stop();
});

/** Refreshes the list. Returns status and size of the feed's next response. */
async function refresh(): Promise<{ status: number | undefined; bytes: number }> {
  const [count, bytes] = [statuses.length, sentBytes()];
  await wallet.page.getByTitle(text('orders.refresh')).click();
  await eventually(async () => expect(statuses.length).toBeGreaterThan(count));
  return { status: statuses[count], bytes: sentBytes() - bytes };
}

it('the wallet receives the feed compressed, and doesn’t receive an unchanged feed again, even after the worker restarts', async () => {
  await wallet.open('Orders');
  const rows = wallet.page.getByTestId('orders').locator('li[data-row]');
  await rows.first().waitFor();
  expect(statuses[0]).toBe(200);
  const whole = feed.answer(epochMs(0), MARKET).bytes;
  const first = sentBytes();
  expect(first).toBeLessThan(whole * statuses.length * 0.7);
  for (let turn = 0; turn < 3; turn++) {
    const { status, bytes } = await refresh();
    expect(status).toBe(304);
    expect(bytes).toBeLessThan(2_000);
  }
  await browser.stopWorker();
  expect((await refresh()).status).toBe(304);
  await rows.first().waitFor();
});

it('the wallet shows a new order of a streaming feed without reading the whole feed again', async () => {
  await browser.stopWorker();
  await wallet.open('Orders');
  const row = wallet.page.getByTestId('orders').locator('li[data-row]', { hasText: '1,234' });
  // The list begins with the orders that expire first.
  const expiry = (await devnet.now()) + 7_200;
  // Until the stream is open, the wallet polls the list, so the test tries again.
  await eventually(async () => {
    const reads = statuses.length;
    const { slot, digest } = await add({ strikes: [123_400_000_000n], expiry });
    await row.waitFor();
    feed.free(slot);
    stream.note(digest, undefined);
    await row.waitFor({ state: 'detached' });
    expect(statuses.length).toBe(reads);
  });
});
