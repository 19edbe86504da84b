import { rm } from 'node:fs/promises';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { markWhenSeen, timeOf, withEmptyPopup } from './empty-page.ts';
import { type BenchResult, median, quantile, round } from './report.ts';

const ROUNDS = 15;
const UNLOCK = 'main h1';

/** Measures how long the lock screen takes, compared with an empty page of the same extension. */
export async function lockScreenResults(): Promise<BenchResult[]> {
  const extensionPath = await withEmptyPopup();
  const browser = await launchWallet({ extensionPath });
  try {
    const wallet = await walletUser(browser);
    await wallet.begin();
    await wallet.lock();
    await markWhenSeen(browser, UNLOCK);
    const [floor, warm, stopped]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < ROUNDS; i++) {
      floor.push(await timeOf(browser, 'empty.html'));
      warm.push(await timeOf(browser, 'popup.html', UNLOCK));
      await browser.stopWorker();
      stopped.push(await timeOf(browser, 'popup.html', UNLOCK));
    }
    const row = (metric: string, samples: readonly number[], most: number): BenchResult => {
      const ratio = median(samples) / median(floor);
      return {
        metric,
        unit: 'ms',
        median: round(median(samples)),
        p95: round(quantile(samples, 0.95)),
        floor: round(median(floor)),
        ratio: round(ratio),
        target: `≤ ${most} × an empty popup`,
        ok: ratio <= most,
      };
    };
    return [
      row('lock screen with a running worker', warm, 1.3),
      row('lock screen with a stopped worker', stopped, 1.8),
    ];
  } finally {
    await browser.close();
    await rm(extensionPath, { recursive: true, force: true });
  }
}
