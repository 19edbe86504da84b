import type { Page } from 'playwright-core';
import { numbered } from '../../entrypoints/background/kernel/keys.ts';
import { STORED_KEYS } from '../../entrypoints/background/stored-keys.ts';
import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import { UI_PORT } from '../../shared/messages/port-names.ts';
import { startPageServer } from '../helpers/page-server.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { type BenchResult, median, quantile, round } from './report.ts';

const ROUNDS = 25;
const ACCOUNTS = 40;
const SITES = 300;
const ACTIVITIES = 500;
/** Maximum slowdown of a grown profile. */
const MOST = 1.25;

interface Profile {
  readonly browser: WalletBrowser;
  readonly site: Page;
  /** A wallet page with a separate port for the test. */
  readonly own: Page;
}

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

/** Returns the stored state of a long-time user. */
function grownState(origin: string, accounts: readonly string[]): Record<string, unknown> {
  const at = Date.now();
  const permitted = [
    ...accounts,
    ...Array.from({ length: ACCOUNTS - accounts.length }, (_, n) => address(n + 1)),
  ];
  const names = Array.from({ length: SITES - 1 }, (_, n) => `https://site-${n}.example`);
  return {
    [STORED_KEYS.sites.name]: numbered(
      Object.fromEntries(
        [origin, ...names].map((name) => [name, { accounts: permitted, connectedAt: at }]),
      ),
    ),
    [STORED_KEYS.activity.name]: Array.from({ length: ACTIVITIES }, (_, n) => ({
      id: `0x${n.toString(16).padStart(64, '0')}`,
      kind: 'transaction',
      at: at - n * 3_600_000,
      origin: names[n % names.length],
      account: permitted[n % permitted.length],
      what: { kind: 'payout' },
      hash: `0x${n.toString(16).padStart(64, '0')}`,
      status: 'confirmed',
      chainId: CHAIN_ID,
      block: String(54_000_000 - n),
      receiver: address(n + 1_000),
    })),
  };
}

async function open(world: VaultWorld, url: string, isGrown: boolean): Promise<Profile> {
  const browser = await launchWallet();
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await wallet.createVault();
  await wallet.createWallet();
  const account = await wallet.address();
  const state = isGrown
    ? grownState(url, [account])
    : {
        [STORED_KEYS.sites.name]: numbered({
          [url]: { accounts: [account], connectedAt: Date.now() },
        }),
      };
  for (const [name, value] of Object.entries(state)) {
    const key = Object.values(STORED_KEYS).find((one) => one.name === name);
    const stored = { [name]: { version: key?.version, value } };
    await browser.serviceWorker.evaluate(`chrome.storage.local.set(${JSON.stringify(stored)})`);
  }
  await browser.stopWorker();
  const site = await browser.context.newPage();
  await site.goto(`${url}/empty`);
  return { browser, site, own: wallet.page };
}

/** Returns the milliseconds that a connected site's request takes with a stopped worker. */
async function firstAnswer({ browser, site }: Profile): Promise<number> {
  await site.evaluate('ethereum.request({ method: "eth_accounts" })');
  await browser.stopWorker();
  const [time, count] = await site.evaluate<[number, number]>(`(async () => {
    const from = performance.now();
    const accounts = await ethereum.request({ method: 'eth_accounts' });
    return [performance.now() - from, accounts.length];
  })()`);
  if (count === 0) throw new Error('The site sees no account.');
  return time;
}

/**
 * Returns the milliseconds from a wallet page's change of a setting until the page receives the new
 * state.
 */
async function change({ own }: Profile, round: number): Promise<number> {
  const notices = round % 2 === 0 ? 'plain' : 'off';
  return Number(
    await own.evaluate(`(async () => {
      globalThis.benchPort ??= chrome.runtime.connect({ name: ${JSON.stringify(UI_PORT)} });
      const seen = new Promise((resolve) => {
        const listen = (message) => {
          const told = message.snapshot ?? message.changes;
          if (told?.expiryNotices !== ${JSON.stringify(notices)}) return;
          benchPort.onMessage.removeListener(listen);
          resolve();
        };
        benchPort.onMessage.addListener(listen);
      });
      const from = performance.now();
      benchPort.postMessage({
        id: ${round + 1},
        command: 'settings.setExpiryNotices',
        payload: { kind: ${JSON.stringify(notices)} },
      });
      await seen;
      return performance.now() - from;
    })()`),
  );
}

function compared(metric: string, [fresh, grown]: readonly [number[], number[]]): BenchResult {
  const ratio = median(grown) / median(fresh);
  return {
    metric,
    unit: 'ms',
    median: round(median(grown)),
    p95: round(quantile(grown, 0.95)),
    floor: round(median(fresh)),
    ratio: round(ratio),
    target: `≤ ${MOST} × a fresh profile`,
    ok: ratio <= MOST,
  };
}

/** Compares a profile with 40 permitted accounts, 300 sites and 500 activities to a new profile. */
export async function grownResults(): Promise<BenchResult[]> {
  const world = await startVaultWorld();
  const server = await startPageServer();
  const fresh = await open(world, server.url, false);
  const grown = await open(world, server.url, true);
  const inTurn = async (measure: (profile: Profile, round: number) => Promise<number>) => {
    const samples: readonly [number[], number[]] = [[], []];
    for (let i = 0; i < ROUNDS + 2; i += 1) {
      for (const [index, profile] of [fresh, grown].entries()) {
        const value = await measure(profile, i);
        // The first two rounds warm up.
        if (i >= 2) samples[index === 0 ? 0 : 1].push(value);
      }
    }
    return samples;
  };
  try {
    const unlocked = await inTurn(firstAnswer);
    const changes = await inTurn(change);
    return [
      compared('stopped worker to first answer, unlocked, grown profile', unlocked),
      compared('change until a page knows of it, grown profile', changes),
    ];
  } finally {
    await fresh.browser.close();
    await grown.browser.close();
    await server.stop();
    await world.stop();
  }
}
