import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { Type } from 'typebox';
import { build, type Rollup } from 'vite';
import { parseAs } from '../../shared/parse.ts';
import { startVaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { buildExtension, EXTENSION_PATH } from '../run/extension.ts';
import { grownResults } from './extension-grown.ts';
import { providerResults } from './extension-provider.ts';
import { extensionSizes } from './extension-sizes.ts';
import { unlockTimes } from './extension-unlock.ts';
import { type Bench, type BenchResult, median, quantile, round } from './report.ts';

const ROUNDS = 25;
const HERE = fileURLToPath(new URL('.', import.meta.url));
const TimesSchema = Type.Object({
  unlock: Type.Array(Type.Number()),
  seal: Type.Array(Type.Number()),
});

/** Bundles a file like the extension's build, and returns its chunks and styles. */
async function bundled(
  file: string,
  format: 'iife' | 'es',
): Promise<Rollup.RollupOutput['output']> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [tailwindcss()],
    build: {
      write: false,
      rollupOptions: { input: join(HERE, file), output: { format, entryFileNames: 'empty.js' } },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (first === undefined || !('output' in first)) throw new Error(`${file} was not built`);
  return first.output;
}

/** Adds an empty React page to the built extension. */
async function withEmptyPopup(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'condor-bench-'));
  await cp(EXTENSION_PATH, folder, { recursive: true });
  const styles: string[] = [];
  for (const part of await bundled('empty-popup/main.tsx', 'es')) {
    if (part.type === 'chunk') await writeFile(join(folder, part.fileName), part.code);
    else styles.push(String(part.source));
  }
  await writeFile(join(folder, 'empty.css'), styles.join('\n'));
  await writeFile(
    join(folder, 'empty.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title><script type="module" src="/empty.js"></script><link rel="stylesheet" href="/empty.css"></head><body><div id="root"></div></body></html>',
  );
  return folder;
}

/**
 * Opens an extension page in a new tab; returns milliseconds until the first paint, or until an
 * element exists.
 */
async function timeOf(browser: WalletBrowser, page: string, element?: string): Promise<number> {
  const tab = await browser.context.newPage();
  try {
    await tab.goto(`chrome-extension://${browser.extensionId}/${page}`);
    if (element !== undefined) {
      await tab.locator(element).waitFor();
      return Number(
        await tab.evaluate('performance.getEntriesByName("condor-seen")[0]?.startTime'),
      );
    }
    return Number(
      await tab.evaluate(`new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint');
          if (paint !== undefined) resolve(paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      })`),
    );
  } finally {
    await tab.close();
  }
}

function result(
  metric: string,
  samples: readonly number[],
  limit: { unit: string; max: number; floor?: readonly number[] },
): BenchResult {
  const value = median(samples);
  const floor = limit.floor === undefined ? undefined : median(limit.floor);
  const judged = floor === undefined ? value : value / floor;
  return {
    metric,
    unit: limit.unit,
    median: round(value),
    p95: round(quantile(samples, 0.95)),
    ...(floor === undefined ? {} : { floor: round(floor), ratio: round(judged) }),
    target:
      floor === undefined ? `≤ ${limit.max} ${limit.unit}` : `≤ ${limit.max} × an empty popup`,
    ok: judged <= limit.max,
  };
}

async function workerTimes(browser: WalletBrowser): Promise<BenchResult[]> {
  const [chunk] = await bundled('extension-worker.ts', 'iife');
  await browser.serviceWorker.evaluate(chunk.code);
  const times = parseAs(TimesSchema, await browser.serviceWorker.evaluate('condorBench()'));
  if (times === undefined) throw new Error('the worker measured nothing');
  const limit = { unit: 'ms', max: 8 };
  return [
    result('unlock after the ceremony, 32 wallets, 72 KiB', times.unlock, limit),
    result('seal and digest of the same', times.seal, limit),
  ];
}

async function pageTimes(browser: WalletBrowser): Promise<BenchResult[]> {
  await browser.context.addInitScript(`
    new MutationObserver((_, observer) => {
      if (document.querySelector('[data-testid=address]') === null) return;
      performance.mark('condor-seen');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  `);
  const [popup, empty, home]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < ROUNDS; i++) {
    empty.push(await timeOf(browser, 'empty.html'));
    popup.push(await timeOf(browser, 'popup.html'));
    home.push(await timeOf(browser, 'popup.html', '[data-testid=address]'));
  }
  return [
    result('popup, first contentful paint', popup, { unit: 'ms', max: 1.3, floor: empty }),
    result('unlocked home usable', home, { unit: 'ms', max: 150 }),
  ];
}

/** Measures the extension's sizes and times. */
export const bench: Bench = async () => {
  await buildExtension();
  const world = await startVaultWorld();
  const extensionPath = await withEmptyPopup();
  const browser = await launchWallet({ extensionPath });
  try {
    const wallet = await walletUser(browser);
    await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
    await wallet.createVault();
    await wallet.createWallet();
    const own = [
      ...(await extensionSizes()).map(({ metric, kB, limit }) =>
        result(metric, [kB], { unit: 'kB', max: limit }),
      ),
      ...(await workerTimes(browser)),
      ...(await pageTimes(browser)),
      result(
        'from the passkey’s answer to a usable Home',
        await unlockTimes(browser, wallet, ROUNDS),
        { unit: 'ms', max: 60 },
      ),
    ];
    await browser.close();
    return [...own, ...(await providerResults()), ...(await grownResults())];
  } finally {
    await browser.close();
    await world.stop();
    await rm(extensionPath, { recursive: true, force: true });
  }
};
