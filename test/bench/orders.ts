import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { entryToWire } from '../../server/orders/entry.ts';
import { createEntryChecker } from '../../server/orders/entry-checker.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { describeOrder } from '../../shared/orders/describe.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { type FeedEntry, parseFeed } from '../../shared/orders/parse-feed.ts';
import { priceOrder } from '../../shared/orders/price.ts';
import { unixSeconds } from '../../shared/units.ts';
import { createSyntheticChain } from '../helpers/synthetic-chain.ts';
import { startSyntheticNode } from '../helpers/synthetic-node.ts';
import { startOrders } from '../server/orders/harness.ts';
import { type Bench, type BenchResult, median, quantile, round } from './report.ts';
import { signedOrder } from './signed-orders.ts';

const ORDERS = 10_000;
const START = unixSeconds(Math.floor(Date.now() / 1000));

/** Measures parsing, verifying, publishing and posting with ten thousand live orders. */
export const bench: Bench = async () => {
  const orders = Array.from({ length: ORDERS }, (_, i) => signed(i));
  return [
    ...readTenThousand(orders),
    ...(await verify(orders.slice(0, 2_000))),
    ...(await serve(orders)),
  ];
};

const signed = (i: number) => signedOrder(i, START);

function readTenThousand(orders: readonly SignedOrder[]): BenchResult[] {
  const market_data = { ETH: 2_590.12, BTC: 80_300.5 };
  const text = JSON.stringify({
    data: { orders: orders.map((one) => entryToWire(one)), market_data },
  });
  const samples: number[] = [];
  for (let turn = 0; turn < 15; turn++) {
    const start = performance.now();
    const feed = parseFeed(JSON.parse(text));
    let priced = 0;
    for (const { order } of feed?.orders ?? []) {
      const { terms, asset } = describeOrder(order);
      if (terms === undefined || asset === undefined) continue;
      const spot = feed?.marketData[asset];
      priceOrder({ terms, price: order.price, expiry: order.expiry, now: START, spot });
      priced++;
    }
    samples.push(performance.now() - start);
    if (priced !== ORDERS) throw new Error(`${priced} of ${ORDERS} orders were priced`);
  }
  const first = samples[0] ?? Number.NaN;
  return [
    {
      metric: '10 000 orders: JSON, parse, describe, price',
      unit: 'ms',
      median: round(median(samples)),
      p95: round(quantile(samples, 0.95)),
      target: '<= 150 ms',
      ok: median(samples) <= 150,
    },
    {
      metric: 'the same, first time in a process',
      unit: 'ms',
      median: round(first),
      p95: round(first),
    },
  ];
}

async function verify(entries: readonly FeedEntry[]): Promise<BenchResult[]> {
  const checker = createEntryChecker();
  const terms = { now: START, books: [BOOK_R12] };
  await checker.check({ ...terms, entries: entries.slice(0, 100) });
  const measure = async (part: readonly FeedEntry[]) => {
    const start = performance.now();
    await checker.check({ ...terms, entries: part });
    return (part.length / (performance.now() - start)) * 1_000;
  };
  const fresh: number[] = [];
  for (let from = 100; from < entries.length; from += 475)
    fresh.push(await measure(entries.slice(from, from + 475)));
  const known = [await measure(entries), await measure(entries), await measure(entries)];
  await checker.close();
  return [
    {
      metric: 'entries checked with their signatures, one worker',
      unit: '/s',
      median: round(median(fresh)),
      p95: round(quantile(fresh, 0.05)),
    },
    {
      metric: 'the same orders again',
      unit: '/s',
      median: round(median(known)),
      p95: round(quantile(known, 0.05)),
    },
  ];
}

async function serve(orders: readonly SignedOrder[]): Promise<BenchResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'condor-bench-'));
  const node = await startSyntheticNode(createSyntheticChain(() => []));
  const service = await startOrders(
    { engine: 'sqlite', file: join(directory, 'orders.db') },
    { chain: { rpcUrls: [node.url] } },
  );
  for (let from = 0; from < orders.length; from += 1_000) {
    const { status } = await service.post(
      orders.slice(from, from + 1_000).map((one) => entryToWire(one)),
    );
    if (status !== 200) throw new Error(`a post was answered ${status}`);
  }
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { rawPayload } = await service.app.inject('/orders/');
  const bare = Fastify();
  bare.get('/orders/', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(rawPayload),
  );
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

  const rates = { feed: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn < 9; turn++) {
    rates.feed.push(await requestsPerSecond(`${url}/orders/`));
    rates.bare.push(await requestsPerSecond(`${bareUrl}/orders/`));
  }
  const floor = median(rates.bare);
  const posts: number[] = [];
  for (let i = 0; i < 40; i++)
    posts.push(await postToVisible(`${url}/orders/`, signed(ORDERS + i)));
  await service.stop();
  await bare.close();
  await node.stop();
  rmSync(directory, { recursive: true, force: true });
  return [
    {
      metric: `feed of 10 000 orders (${round(rawPayload.length / 1e6)} MB) against a bare route`,
      unit: 'requests/s',
      median: round(median(rates.feed)),
      p95: round(quantile(rates.feed, 0.05)),
      floor: round(floor),
      ratio: round(median(rates.feed) / floor),
      target: '>= 0.7 of a bare route',
      ok: median(rates.feed) / floor >= 0.7,
    },
    {
      metric: 'from a post to the order in the feed, 10 000 live',
      unit: 'ms',
      median: round(median(posts)),
      p95: round(quantile(posts, 0.95)),
      target: '<= 100 ms',
      ok: median(posts) <= 100,
    },
  ];
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Returns the bytes of one response without keeping them. */
function download(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      response.on('end', () => resolve(length));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

async function requestsPerSecond(url: string): Promise<number> {
  const count = 40;
  const start = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left-- > 0) await download(url);
    }),
  );
  return (count / (performance.now() - start)) * 1_000;
}

async function postToVisible(url: string, order: SignedOrder): Promise<number> {
  const body = JSON.stringify(entryToWire(order));
  const start = performance.now();
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  for (;;) {
    // The compressed response of a large feed may be a second old.
    const headers = { 'accept-encoding': 'identity' };
    const bytes = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
    if (bytes.includes(order.signature)) return performance.now() - start;
  }
}
