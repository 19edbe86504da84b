import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

/** A site that reloads on every change, as many do. Counts its loads and what it heard. */
const RELOADING = `<!doctype html><script>
  const count = (name) => { sessionStorage[name] = Number(sessionStorage[name] ?? 0) + 1; };
  count('loads');
  for (const event of ['accountsChanged', 'chainChanged', 'connect'])
    ethereum.on(event, () => { count(event); location.reload(); });
</script>`;
/** A site that only listens: it never sends a request. */
const LISTENING = `<!doctype html><script>
  globalThis.heard = [];
  for (const event of ['accountsChanged', 'chainChanged', 'connect'])
    ethereum.on(event, (value) => heard.push([event, value]));
</script>`;
const COUNTS = 'Object.fromEntries(Object.entries(sessionStorage).map(([k, v]) => [k, Number(v)]))';
const HEX_ADDRESS = /^0x[0-9a-f]{40}$/;

let used: WalletInUse;
let server: PageServer;
let page: Page;

beforeAll(async () => {
  server = await startPageServer();
  server.serve('/reloading', RELOADING);
  server.serve('/listening', LISTENING);
  server.serve('/frame', '<!doctype html><iframe src="/listening"></iframe>');
  used = await startWalletInUse({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  page = await used.browser.context.newPage();
  await page.goto(`${server.url}/empty`);
  await Promise.all([ask('eth_requestAccounts'), used.answer('Connect')]);
  await page.close();
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
});

beforeEach(async () => {
  page = await used.browser.context.newPage();
});

afterEach(() => page.close());

/** Asks in the page. Its events came before the answer. */
const ask = (method: string) => page.evaluate(`ethereum.request({ method: '${method}' })`);
const state = (target: Pick<Page, 'evaluate'> = page) =>
  target.evaluate<(string | null)[]>('[ethereum.chainId, ethereum.selectedAddress]');

/** Chooses whether connected sites lose their accounts while the wallet is locked. */
async function hideAccounts(isOn: boolean): Promise<void> {
  const { page: own } = used.wallet;
  await own.bringToFront();
  await own.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await own.getByRole('button', { name: textStart('settings.autoLock') }).click();
  const box = own.getByRole('checkbox', { name: text('autoLock.hideAccounts') });
  if ((await box.isChecked()) !== isOn) await box.click();
  await eventually(async () => expect(await box.isChecked()).toBe(isOn));
  await used.wallet.open('Home');
}

describe('a connected page that reloads on every change', () => {
  it('reloads a page once for each real change', async () => {
    await page.goto(`${server.url}/reloading`);
    expect(await ask('eth_accounts')).toEqual([used.address.toLowerCase()]);
    expect(await ask('eth_chainId')).toBe('0x2105');
    expect(await page.evaluate(COUNTS)).toEqual({ loads: 1 });
    await hideAccounts(true);
    await used.wallet.lock();
    await eventually(async () => {
      expect(await ask('eth_accounts')).toEqual([]);
      expect(await page.evaluate(COUNTS)).toEqual({ loads: 2, accountsChanged: 1 });
    });
    // Loaded while locked: nothing changed.
    await page.reload();
    expect(await ask('eth_accounts')).toEqual([]);
    expect(await page.evaluate(COUNTS)).toEqual({ loads: 3, accountsChanged: 1 });
    await used.wallet.unlock();
    await eventually(async () => {
      expect(await ask('eth_accounts')).toHaveLength(1);
      expect(await page.evaluate(COUNTS)).toEqual({ loads: 4, accountsChanged: 2 });
    });
    await hideAccounts(false);
  });

  it('keeps a page’s account over a lock, a new worker and an unlock, without any change', async () => {
    await page.goto(`${server.url}/reloading`);
    const own = [used.address.toLowerCase()];
    await used.wallet.lock();
    expect(await ask('eth_accounts')).toEqual(own);
    await used.browser.stopWorker();
    expect(await ask('eth_requestAccounts')).toEqual(own);
    await used.wallet.unlock();
    expect(await ask('eth_accounts')).toEqual(own);
    expect(await page.evaluate(COUNTS)).toEqual({ loads: 1 });
  });

  it('sends a page no change when the worker dies and restarts', async () => {
    await page.goto(`${server.url}/reloading`);
    await ask('eth_accounts');
    await used.browser.stopWorker();
    expect(await ask('eth_accounts')).toHaveLength(1);
    expect(await page.evaluate(COUNTS)).toEqual({ loads: 1 });
  });

  it('sends a page no change when it returns from the back/forward cache', async () => {
    await page.goto(`${server.url}/reloading`);
    await ask('eth_accounts');
    await page.evaluate('globalThis.stayed = true');
    await page.goto(`${server.otherUrl}/empty`);
    await page.goBack({ waitUntil: 'commit', timeout: 3000 }).catch(() => undefined);
    await eventually(async () => expect(await page.evaluate('globalThis.stayed')).toBe(true));
    expect(await ask('eth_accounts')).toHaveLength(1);
    expect(await page.evaluate(COUNTS)).toEqual({ loads: 1 });
  });
});

describe('a page that never sends a request', () => {
  it('gives a page chainId and selectedAddress soon after its load', async () => {
    await page.goto(`${server.url}/empty`);
    await eventually(async () => {
      expect(await state()).toEqual(['0x2105', expect.stringMatching(HEX_ADDRESS)]);
    });
    expect(await page.evaluate('ethereum.networkVersion')).toBe('8453');
  });

  it('sends events only when accounts are hidden and shown, even if the worker dies', async () => {
    await hideAccounts(true);
    await page.goto(`${server.url}/listening`);
    await eventually(async () => expect((await state())[0]).toBe('0x2105'));
    expect(await page.evaluate('heard')).toEqual([]);
    await used.wallet.lock();
    const locked = ['accountsChanged', []];
    await eventually(async () => expect(await page.evaluate('heard')).toEqual([locked]));
    // Its port ends with the worker: the unlock still reaches it.
    await used.browser.stopWorker();
    await used.wallet.unlock();
    const unlocked = ['accountsChanged', [used.address.toLowerCase()]];
    await eventually(async () => expect(await page.evaluate('heard')).toEqual([locked, unlocked]));
  });

  it('sends events to a frame', async () => {
    await page.goto(`${server.url}/frame`);
    const frame = page.frames()[1];
    if (frame === undefined) throw new Error('the page has no frame');
    await eventually(async () => expect((await state(frame))[0]).toBe('0x2105'));
    await hideAccounts(true);
    await used.wallet.lock();
    await eventually(async () =>
      expect(await frame.evaluate('heard')).toEqual([['accountsChanged', []]]),
    );
    await used.wallet.unlock();
  });

  it('starts a stopped worker only when a page uses the wallet', async () => {
    server.serve('/plain', '<!doctype html><script>globalThis.loaded = true</script>');
    const own = await launchWallet();
    try {
      const tab = await own.context.newPage();
      await tab.goto(`${server.url}/plain`);
      await own.stopWorker();
      let status = '';
      const session = await own.context.newCDPSession(tab);
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const ours = versions.find(({ scriptURL }) => scriptURL.includes(own.extensionId));
        status = ours?.runningStatus ?? status;
      });
      await session.send('ServiceWorker.enable');
      await eventually(async () => expect(status).toBe('stopped'));
      await tab.reload();
      await tab.evaluate('new Promise((done) => requestIdleCallback(done))');
      expect(status).toBe('stopped');
      await tab.goto(`${server.url}/listening`);
      await eventually(async () => expect(status).toBe('running'));
    } finally {
      await own.close();
    }
  });
});
