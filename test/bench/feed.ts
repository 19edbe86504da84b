import { brotliCompressSync, constants } from 'node:zlib';
import { entryToWire } from '../../server/orders/entry.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { createSyntheticChain } from '../helpers/synthetic-chain.ts';
import { startSyntheticNode } from '../helpers/synthetic-node.ts';
import { line, run } from './child.ts';
import { type FeedLoad, loadFeed } from './feed-load.ts';
import { type Bench, type BenchResult, median, quantile, round } from './report.ts';
import { signedOrder } from './signed-orders.ts';

const ORDERS = 10_000;
const LOAD = { streams: 200, readers: 2_000, pollMs: 30_000, postMs: 250 };
const POSTS = 120;

/**
 * Measures how soon readers of one instance see orders that are posted to another instance on the
 * same PostgreSQL, while thousands of clients read the feed. The floor is a bare server with the
 * same readers.
 */
export const bench: Bench = async () => {
  const start = Math.floor(Date.now() / 1000);
  const bodyOf = (i: number) => entryToWire(signedOrder(i, start));
  const posts = Array.from({ length: POSTS }, (_, i) => {
    const wire = bodyOf(ORDERS + i);
    return { body: JSON.stringify(wire), mark: `"signature":"${wire.signature}"` };
  });
  const node = await startSyntheticNode(createSyntheticChain(() => []));
  const postgres = await startPostgres();
  const url = await postgres.createDatabase('feed');
  const instances = [
    run('feed-instance.ts', [url, node.url]),
    run('feed-instance.ts', [url, node.url]),
  ];
  const [postUrl = '', readUrl = ''] = await Promise.all(
    instances.map(async (child) => (await line(child, 'ready: ')).slice('ready: '.length)),
  );
  for (let from = 0; from < ORDERS; from += 1_000) {
    const body = JSON.stringify(Array.from({ length: 1_000 }, (_, i) => bodyOf(from + i)));
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${postUrl}/orders/`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`a post was answered ${status}`);
  }
  const feed = Buffer.from(
    await (
      await fetch(`${readUrl}/orders/`, { headers: { 'accept-encoding': 'identity' } })
    ).arrayBuffer(),
  );
  const measured = await loadFeed({ ...LOAD, postUrl, readUrl, posts });
  for (const child of instances) child.kill();
  await postgres.stop();
  await node.stop();

  const quality = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  const packed = brotliCompressSync(feed, { params: quality });
  const bare = run('feed-floor.ts', [String(packed.length)]);
  const bareUrl = (await line(bare, 'ready: ')).slice('ready: '.length);
  const floor = await loadFeed({ ...LOAD, postUrl: bareUrl, readUrl: bareUrl, posts });
  bare.kill();
  return figures(measured, floor, packed.length);
};

function figures(measured: FeedLoad, floor: FeedLoad, bytes: number): BenchResult[] {
  const p99 = quantile(measured.updates, 0.99);
  const floorP99 = quantile(floor.updates, 0.99);
  const against = (value: number, least: number) => ({
    floor: round(least),
    ratio: round(value / least),
  });
  return [
    {
      metric: 'post at one instance to 200 streams of another, with 2,000 readers: p99',
      unit: 'ms',
      median: round(p99),
      p95: round(quantile(measured.updates, 0.95)),
      ...against(p99, floorP99),
      target: '<= 1 000 ms, none missing',
      ok: p99 <= 1_000 && measured.missing === 0,
    },
    {
      metric: 'the same: median',
      unit: 'ms',
      median: round(median(measured.updates)),
      p95: round(quantile(measured.updates, 0.95)),
      ...against(median(measured.updates), median(floor.updates)),
    },
    {
      metric: `a reader's poll of the feed (${round(bytes / 1e6)} MB compressed)`,
      unit: 'ms',
      median: round(median(measured.polls)),
      p95: round(quantile(measured.polls, 0.95)),
      ...against(median(measured.polls), median(floor.polls)),
    },
  ];
}
