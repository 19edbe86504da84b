import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

/** A site that reloads on every change. It counts its loads and records its events. */
const RELOADING = `<!doctype html><script>
  const count = (name) => { sessionStorage[name] = Number(sessionStorage[name] ?? 0) + 1; };
  count('loads');
  for (const event of ['accountsChanged', 'chainChanged', 'connect'])
    ethereum.on(event, () => { count(event); location.reload(); });
</script>`;
/** A site that only listens and never sends a request. */
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

/** Sends a request in the page. All earlier events arrive before the response. */
const ask = (method: string) => page.evaluate(`ethereum.request({ method: '${method}' })`);
const state = (target: Pick<Page, 'evaluate'> = page) =>
  target.evaluate<(string | null)[]>('[ethereum.chainId, ethereum.selectedAddress]');

describe('the wallet with a connected page that reloads on every change', () => {
  it('keeps a page’s account, and sends the page no event, during a lock, a worker’s death and an unlock', async () => {
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

  it('doesn’t send an event to a page when the worker dies and restarts', async () => {
    await page.goto(`${server.url}/reloading`);
    await ask('eth_accounts');
    await used.browser.stopWorker();
    expect(await ask('eth_accounts')).toHaveLength(1);
    expect(await page.evaluate(COUNTS)).toEqual({ loads: 1 });
  });

  it('doesn’t send an event to a page that returns from the back/forward cache', async () => {
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

describe('the wallet with a page that sends no requests', () => {
  it('sets a page’s chainId and selectedAddress soon after it loads', async () => {
    await page.goto(`${server.url}/empty`);
    await eventually(async () => {
      expect(await state()).toEqual(['0x2105', expect.stringMatching(HEX_ADDRESS)]);
    });
    expect(await page.evaluate('ethereum.networkVersion')).toBe('8453');
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

  it('sends a page’s frame exactly one event when the user disconnects the site, even if the worker died', async () => {
    await page.goto(`${server.url}/frame`);
    const frame = page.frames()[1];
    if (frame === undefined) throw new Error('the page has no frame');
    await eventually(async () => expect((await state(frame))[0]).toBe('0x2105'));
    expect(await frame.evaluate('heard')).toEqual([]);
    // The page's port ended together with the worker, but the event still reaches the page.
    await used.browser.stopWorker();
    const { page: own } = used.wallet;
    await used.wallet.open('Home');
    await own.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await own.getByRole('button', { name: textStart('settings.connectedSites') }).click();
    await own
      .getByRole('button', { name: text('sites.disconnectSite', { origin: server.url }) })
      .click();
    await eventually(async () =>
      expect(await frame.evaluate('heard')).toEqual([['accountsChanged', []]]),
    );
  });
});
