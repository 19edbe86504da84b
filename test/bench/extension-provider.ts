import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { type BrowserWithExtension, launchWithExtension } from '../helpers/browser.ts';
import { accountTimes, FLOODS, SLOW_FLOODS, startFlood } from '../helpers/flood.ts';
import { heapOfWorker } from '../helpers/heap.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { blankWelcome, stopWorkerOf } from '../helpers/wallet-browser.ts';
import { startWalletInUse } from '../helpers/wallet-in-use.ts';
import { EXTENSION_PATH } from '../run/extension.ts';
import { type BenchResult, median, quantile, round } from './report.ts';

const FLOOR = fileURLToPath(new URL('floor-extension', import.meta.url));
const LOADS = 40;
const LOADS_OF_FRAMES = 8;
const CALLS = 2000;
const STARTS = 20;
const APPROVALS = 10;
/** The browser frees a closed page's memory after half a minute. */
const IDLE_MS = 60_000;

type Samples = readonly number[];

/** Both extensions, each in its own browser. */
interface Pair {
  readonly condor: BrowserWithExtension;
  readonly floor: BrowserWithExtension;
}

function against(
  metric: string,
  [condor, floor]: readonly [Samples, Samples],
  max: number,
  share = 0.5,
): BenchResult {
  const ratio = quantile(condor, share) / quantile(floor, share);
  return {
    metric,
    unit: 'ms',
    median: round(quantile(condor, share)),
    p95: round(quantile(condor, 0.95)),
    floor: round(quantile(floor, share)),
    ratio: round(ratio),
    target: `≤ ${max} × an empty extension`,
    ok: ratio <= max,
  };
}

function within(metric: string, samples: Samples, unit: string, max: number): BenchResult {
  const value = median(samples);
  return {
    metric,
    unit,
    median: round(value),
    p95: round(quantile(samples, 0.95)),
    target: `≤ ${max} ${unit}`,
    ok: value <= max,
  };
}

/** Measures both extensions alternately, so that a busy machine slows both. */
async function inTurn(
  pages: readonly [Page, Page],
  rounds: number,
  measure: (page: Page, index: 0 | 1) => Promise<number>,
): Promise<readonly [number[], number[]]> {
  const samples: readonly [number[], number[]] = [[], []];
  for (let i = 0; i < rounds + 2; i += 1) {
    for (const index of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const value = await measure(pages[index], index);
      // The first two rounds warm up.
      if (i >= 2) samples[index].push(value);
    }
  }
  return samples;
}

async function loads(pages: readonly [Page, Page], url: string): Promise<BenchResult[]> {
  const there = await inTurn(pages, LOADS, async (page) => {
    await page.goto(`${url}/there`);
    return Number(await page.evaluate('there'));
  });
  const load = (path: string, rounds: number) =>
    inTurn(pages, rounds, async (page) => {
      await page.goto(url + path);
      return Number(
        await page.evaluate('performance.getEntriesByType("navigation")[0].loadEventEnd'),
      );
    });
  return [
    against('provider there after navigation', there, 1.1),
    against('load of an empty page', await load('/empty', LOADS), 1.1),
    against('load of a page that listens', await load('/listening', LOADS), 1.1),
    against('load of a page with 200 frames', await load('/frames', LOADS_OF_FRAMES), 1.15),
  ];
}

async function calls(pages: readonly [Page, Page], pair: Pair): Promise<BenchResult[]> {
  const one = 'ethereum.request({ method: "eth_chainId" })';
  const timed = (page: Page, work: string) =>
    page
      .evaluate(
        `(async () => { const from = performance.now(); await ${work}; return performance.now() - from; })()`,
      )
      .then(Number);
  const trips: readonly [number[], number[]] = [[], []];
  for (let i = 0; i < CALLS / 100; i += 1) {
    for (const index of [0, 1] as const) {
      const times = await pages[index].evaluate<number[]>(`(async () => {
        const times = [];
        for (let i = 0; i < 100; i += 1) {
          const from = performance.now();
          await ${one};
          times.push(performance.now() - from);
        }
        return times;
      })()`);
      trips[index].push(...times);
    }
  }
  const many = await inTurn(pages, LOADS, (page) =>
    timed(page, `Promise.all(Array.from({ length: 100 }, () => ${one}))`),
  );
  const browsers = [pair.condor, pair.floor] as const;
  const starts = await inTurn(pages, STARTS, async (page, index) => {
    const { context, extensionId } = browsers[index];
    await page.evaluate(one);
    await stopWorkerOf(context, extensionId);
    return timed(page, one);
  });
  const moves = await inTurn(pages, STARTS, async (page, index) => {
    const { context, extensionId } = browsers[index];
    await page.evaluate(one);
    await stopWorkerOf(context, extensionId);
    await page.reload();
    return timed(page, one);
  });
  const { context, extensionId } = pair.condor;
  const heap = await (await heapOfWorker(context, extensionId)).usedBytes();
  return [
    against('eth_chainId round trip', trips, 1.3),
    against('eth_chainId round trip, p99', trips, 1.3, 0.99),
    against('100 concurrent eth_chainId', many, 1.5),
    against('stopped worker to first answer', starts, 2),
    against('stopped worker to first answer, after a navigation', moves, 1.3),
    within('heap of the worker', [heap / 1024 ** 2], 'MiB', 4),
  ];
}

async function injected(): Promise<BenchResult> {
  const sizes = await Promise.all(
    ['inpage.js', 'content.js'].map(
      async (name) => (await readFile(join(EXTENSION_PATH, name))).length,
    ),
  );
  return within(
    'injected into each page',
    [sizes.reduce((sum, size) => sum + size, 0) / 1000],
    'kB',
    8,
  );
}

/** Returns the largest proportional set size in MiB of a browser's extension processes. */
async function extensionMemory(profileDir: string): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (id: string, file: string) =>
    readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
  const all = await Promise.all(
    ids.map(async (id) => ({
      id,
      parent: /^PPid:\s*(\d+)/m.exec(await read(id, 'status'))?.[1] ?? '',
      command: await read(id, 'cmdline'),
    })),
  );
  const family = new Set(
    all.filter(({ command }) => command.includes(profileDir)).map(({ id }) => id),
  );
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { id, parent } of all) if (family.has(parent)) family.add(id);
  }
  const held = await Promise.all(
    all
      .filter(({ id, command }) => family.has(id) && command.includes('--extension-process'))
      .map(async ({ id }) =>
        Number(/^Pss:\s*(\d+)/m.exec(await read(id, 'smaps_rollup'))?.[1] ?? 0),
      ),
  );
  return Math.max(...held) / 1024;
}

async function approvals(server: PageServer): Promise<BenchResult[]> {
  const used = await startWalletInUse();
  try {
    const page = await used.browser.context.newPage();
    await page.goto(`${server.url}/empty`);
    const ask = (method: string, params: unknown) =>
      page.evaluate(`(async () => {
        globalThis.asked = performance.timeOrigin + performance.now();
        return ethereum.request(${JSON.stringify({ method, params })});
      })()`);
    await Promise.all([used.answer('Connect'), ask('eth_requestAccounts', [])]);
    await used.wallet.page.close();
    const paints: number[] = [];
    for (let i = 0; i < APPROVALS; i += 1) {
      const answered = ask('personal_sign', ['0x68656c6c6f', used.address]);
      const window = await used.approval();
      const painted = Number(
        await window.evaluate(`new Promise((resolve) => {
          new PerformanceObserver((list) => {
            const [paint] = list.getEntriesByName('first-contentful-paint');
            if (paint !== undefined) resolve(performance.timeOrigin + paint.startTime);
          }).observe({ type: 'paint', buffered: true });
        })`),
      );
      paints.push(painted - Number(await page.evaluate('asked')));
      await Promise.all([used.answer('Sign'), answered]);
    }
    const tabs = await Promise.all([1, 2].map(() => used.browser.context.newPage()));
    await Promise.all(tabs.map((tab) => tab.goto(`${server.url}/empty`)));
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    return [
      within('request to the approval window’s first paint', paints, 'ms', 250),
      within(
        'extension memory (PSS), unlocked, a minute after its last page closed, three sites open',
        [await extensionMemory(used.browser.profileDir)],
        'MiB',
        75,
      ),
    ];
  } finally {
    await used.stop();
  }
}

/** Measures another site's waiting time while an unconnected page floods the wallet. */
async function floods({ condor }: Pair, server: PageServer): Promise<BenchResult[]> {
  const honest = await condor.context.newPage();
  await honest.goto(`${server.otherUrl}/empty`);
  await accountTimes(honest, 5);
  const results: BenchResult[] = [];
  for (const flood of [...FLOODS, ...SLOW_FLOODS]) {
    const page = await condor.context.newPage();
    await page.goto(`${server.url}/empty`);
    await startFlood(page, flood);
    const times = await accountTimes(honest, 30);
    const count = flood.count.toLocaleString('en');
    results.push({
      ...within(`another site's eth_accounts during ${count} × ${flood.method}`, times, 'ms', 100),
      ok: quantile(times, 0.9) <= 100,
    });
    await page.close();
  }
  return results;
}

/** Compares the provider's sizes, times and memory with an empty extension of the same shape. */
export async function providerResults(): Promise<BenchResult[]> {
  const server = await startPageServer();
  server.serve(
    '/there',
    '<!doctype html><script>there = window.ethereum ? performance.now() : NaN</script>',
  );
  server.serve(
    '/listening',
    '<!doctype html><script>window.ethereum?.on?.("chainChanged", () => {})</script>',
  );
  server.serve('/frames', `<!doctype html>${'<iframe src="/empty"></iframe>'.repeat(200)}`);
  const pair: Pair = {
    condor: await launchWithExtension({ extensionPath: EXTENSION_PATH }),
    floor: await launchWithExtension({ extensionPath: FLOOR }),
  };
  await blankWelcome(pair.condor.context);
  try {
    const pages = [
      await pair.condor.context.newPage(),
      await pair.floor.context.newPage(),
    ] as const;
    const results = [
      await injected(),
      ...(await loads(pages, server.url)),
      ...(await calls(pages, pair)),
      ...(await floods(pair, server)),
    ];
    await pair.condor.close();
    await pair.floor.close();
    return [...results, ...(await approvals(server))];
  } finally {
    await server.stop();
  }
}
