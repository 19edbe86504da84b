import { rm } from 'node:fs/promises';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';
import { startVaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { buildExtension } from '../run/extension.ts';
import { bundled, markWhenSeen, timeOf, withEmptyPopup } from './empty-page.ts';
import { grownResults } from './extension-grown.ts';
import { providerResults } from './extension-provider.ts';
import { extensionSizes } from './extension-sizes.ts';
import { unlockTimes } from './extension-unlock.ts';
import { type Bench, type BenchResult, median, quantile, round } from './report.ts';

const ROUNDS = 25;
const ADDRESS = '[data-testid=address]';
const TimesSchema = Type.Object({
  unlock: Type.Array(Type.Number()),
  seal: Type.Array(Type.Number()),
});

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
  await markWhenSeen(browser, ADDRESS);
  const [popup, empty, home]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < ROUNDS; i++) {
    empty.push(await timeOf(browser, 'empty.html'));
    popup.push(await timeOf(browser, 'popup.html'));
    home.push(await timeOf(browser, 'popup.html', ADDRESS));
  }
  return [
    result('popup, first contentful paint', popup, { unit: 'ms', max: 1.3, floor: empty }),
    result('unlocked home usable', home, { unit: 'ms', max: 150 }),
  ];
}

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
