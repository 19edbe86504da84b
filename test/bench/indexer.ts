import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSyntheticChain } from '../helpers/synthetic-chain.ts';
import { fillStory, syntheticUser } from '../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../helpers/synthetic-node.ts';
import { startIndexer } from '../server/positions/harness.ts';
import { line, linesOf, run } from './child.ts';
import { hostileReader, userPositions } from './indexer-reads.ts';
import { type BenchResult, median, quantile, round } from './report.ts';

const FILLS = 100_000;
/** Without a limit, V8's heap grows with the machine's memory, whatever it contains. */
const HEAP_FLAGS = ['--max-old-space-size=160', '--max-semi-space-size=8'];

/** Mebibytes. */
const MEMORY_ABOVE_FLOOR = 60;

/** Measures the backfill, a user's positions, and the time from a block to its position. */
export async function* bench(): AsyncGenerator<readonly BenchResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'condor-bench-'));
  try {
    yield await backfill(directory);
    yield await limitedBackfill(directory);
    yield await userPositions(directory);
    yield await hostileReader(directory);
    yield await blockToPosition(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function backfill(directory: string): Promise<BenchResult[]> {
  const node = run('indexer-node.ts', [String(FILLS), '20']);
  const { url, blocks, logs } = JSON.parse(await line(node, '{')) as {
    url: string;
    blocks: number;
    logs: number;
  };
  const database = `sqlite:${join(directory, 'backfill.db')}`;
  const indexer = run(
    '../server/positions/indexer-process.ts',
    [database, url, String(blocks)],
    HEAP_FLAGS,
  );
  const lines = linesOf(indexer);
  await lines('started');
  const start = performance.now();
  await lines('synced');
  const synced = (performance.now() - start) / 1_000;
  const done = await lines('done');
  const named = (performance.now() - start) / 1_000;
  const peak = Number(done.split(' ')[1]) / 1_024;
  const floor = await floorOf([
    url,
    String(blocks),
    join(directory, 'backfill.db'),
    join(directory, 'floor.db'),
  ]);
  node.kill();
  const rate = logs / synced;
  const ratio = floor.seconds / synced;
  return [
    {
      metric: `backfill of ${logs} logs of ${FILLS} fills, SQLite`,
      unit: 'logs/s',
      median: round(rate),
      p95: round(rate),
      floor: round(logs / floor.seconds),
      ratio: round(ratio),
      target: '>= 15 000 logs/s, and >= 0.4 of receiving the same logs and writing the same rows',
      ok: rate >= 15_000 && ratio >= 0.4,
    },
    {
      metric: 'the same until every option has its implementation read',
      unit: 's',
      median: round(named),
      p95: round(named),
    },
    {
      metric: `largest memory of the backfill, Node with ${HEAP_FLAGS.join(' ')}`,
      unit: 'MiB',
      median: round(peak),
      p95: round(peak),
      floor: round(floor.peak),
      ratio: round(peak / floor.peak),
      target: '<= 60 MiB more than receiving and writing alone',
      ok: peak - floor.peak <= MEMORY_ABOVE_FLOOR,
    },
  ];
}

/** Runs the minimum work with the same limits of memory. */
async function floorOf(args: readonly string[]): Promise<{ seconds: number; peak: number }> {
  const child = run('indexer-floor.ts', args, HEAP_FLAGS);
  const { seconds, peak } = JSON.parse(await line(child, '{')) as { seconds: number; peak: number };
  return { seconds, peak: peak / 1_024 };
}

/** Limits of public nodes. Each chain has enough blocks to measure the pace. */
const PUBLIC_NODES = [
  { longest: 10_000, perSecond: 5, blocks: 1_000_000 },
  { longest: 2_000, perSecond: 5, blocks: 600_000 },
  { longest: 500, perSecond: 5, blocks: 120_000 },
] as const;
/** Blocks from the first deployment to November 2026. */
const BLOCKS_OF_BASE = 21_280_000;

/** Measures the pace at a node's limits, compared with the longest range per request. */
async function limitedBackfill(directory: string): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const { longest, perSecond, blocks } of PUBLIC_NODES) {
    const node = run('limited-node.ts', [blocks, longest, perSecond].map(String));
    const { url } = JSON.parse(await line(node, '{')) as { url: string };
    const indexer = run('../server/positions/indexer-process.ts', [
      `sqlite:${join(directory, `limited-${longest}.db`)}`,
      url,
      String(blocks),
      String(perSecond),
    ]);
    const lines = linesOf(indexer);
    await lines('started');
    const start = performance.now();
    await lines('final');
    const seconds = (performance.now() - start) / 1_000;
    const requests = await requestsOf(url);
    indexer.kill();
    node.kill();
    const [rate, floor] = [blocks / seconds, longest * perSecond];
    const what = `${longest} blocks and ${perSecond} requests/s`;
    const all = (requests / blocks) * BLOCKS_OF_BASE;
    results.push(
      {
        metric: `backfill from a node of ${what}`,
        unit: 'blocks/s',
        median: round(rate),
        p95: round(rate),
        floor,
        ratio: round(rate / floor),
        ...(longest === 2_000 && {
          target: '>= 0.9 of the theoretical pace',
          ok: rate / floor >= 0.9,
        }),
      },
      {
        metric: `requests for all of Base, from a node of ${what}`,
        unit: 'requests',
        median: Math.round(all),
        p95: Math.round(all),
      },
      {
        metric: `time for all of Base at 2 requests/s, from a node of ${longest} blocks`,
        unit: 'h',
        median: round(all / 2 / 3_600),
        p95: round(all / 2 / 3_600),
      },
    );
  }
  return results;
}

async function requestsOf(url: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'bench_requests', params: [] });
  const response = await fetch(url, { method: 'POST', body });
  const { result } = (await response.json()) as { result: { requests: number } };
  return result.requests;
}

async function blockToPosition(directory: string): Promise<BenchResult[]> {
  const users = 20;
  const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 1_000, users }));
  chain.grow(100);
  const node = await startSyntheticNode(chain);
  const indexer = await startIndexer(
    { engine: 'sqlite', file: join(directory, 'live.db') },
    { chain: { rpcUrls: [node.url], startBlock: 0 } },
  );
  await indexer.synced();
  const samples: number[] = [];
  for (let turn = 0; turn < 30; turn++) {
    const path = `/api/v1/user/${syntheticUser(chain.head.number % users)}/positions`;
    const before = (await indexer.list(path)).length;
    const start = performance.now();
    chain.grow(1);
    while ((await indexer.list(path)).length === before)
      await new Promise((resolve) => setTimeout(resolve, 2));
    samples.push(performance.now() - start);
  }
  await indexer.stop();
  await node.stop();
  return [
    {
      metric: 'from a new block to its position',
      unit: 'ms',
      median: round(median(samples)),
      p95: round(quantile(samples, 0.95)),
      target: '<= 500 ms',
      ok: median(samples) <= 500,
    },
  ];
}
