import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_EXTENSION_ID } from '../../shared/extension-id.ts';
import { ALL_SITES } from '../../shared/host-patterns.ts';
import { eventually } from '../helpers/eventually.ts';
import { grantedHosts } from '../helpers/granted-hosts.ts';
import { text } from '../helpers/screen-texts.ts';
import { makeSecondWallet } from '../helpers/second-wallet.ts';
import { selfSigned } from '../helpers/self-signed.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';

const SECURE = 'secure.test';
const PLAIN = 'plain.test';
/** Records the wallet that the first script finds, in the page and in a frame without a URL. */
const NOTE = 'top.met = [...(top.met ?? []), window.ethereum]';
const SITE = `<!doctype html><script>
  window.announced = [];
  addEventListener('eip6963:announceProvider', ({ detail }) => announced.push(detail.info.name));
  dispatchEvent(new Event('eip6963:requestProvider'));
  ${NOTE}
</script><p>page</p><iframe srcdoc="<script>${NOTE}</script>"></iframe>`;
const SWITCH = text('sites.defaultWallet');

const secure = createSecureServer(selfSigned(SECURE), (_, answer) => {
  answer.setHeader('content-type', 'text/html');
  answer.end(SITE);
});
const plain = createServer((_, answer) => {
  answer.setHeader('content-type', 'text/html');
  answer.end(SITE);
});
let world: VaultWorld;
let browser: WalletBrowser | undefined;

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  world = await startVaultWorld();
  for (const server of [secure, plain]) {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  }
});

afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

afterAll(async () => {
  await world?.stop();
  secure.close();
  plain.close();
});

/** Starts a browser with both wallets, with Condor's settings open at the switch. */
async function start(options: {
  order: 'before' | 'after';
  preferences?: Readonly<Record<string, unknown>>;
}): Promise<{ browser: WalletBrowser; settings: Page }> {
  const second = await makeSecondWallet(options.order, DEVELOPMENT_EXTENSION_ID);
  browser = await launchWallet({
    otherExtensions: [second.path],
    preferences: options.preferences ?? {},
    args: [
      `--host-resolver-rules=MAP ${SECURE} 127.0.0.1:${portOf(secure)},MAP ${PLAIN} 127.0.0.1:${portOf(plain)}`,
    ],
  });
  await second.remove();
  const { page, chooseServer, createVault } = await walletUser(browser);
  await chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await createVault();
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: text('settings.connectedSites') }).click();
  await page.getByLabel(SWITCH).waitFor();
  return { browser, settings: page };
}

/**
 * Returns the wallets that a site finds. `script`: by its first script. `frame`: by a frame's
 * script. `announced`: by announcements. `later`: after loading.
 */
async function met(url: string): Promise<unknown> {
  const page = await browser?.context.newPage();
  await page?.goto(url);
  const found = await page?.evaluate(`(() => {
    const name = (one) => one?.isCondor ? 'Condor' : one?.isSecond ? 'Second' : 'none';
    return {
      script: name(met[0]), frame: name(met[1]), later: name(window.ethereum),
      announced: [...new Set(announced)].sort(), secondCameFirst,
    };
  })()`);
  await page?.close();
  return found;
}

const both = (wallet: string) => ({
  script: wallet,
  frame: wallet,
  later: wallet,
  announced: ['Condor', 'Second'],
});

describe.each(['before', 'after'] as const)(
  'beside a wallet whose scripts run %s the scripts of Condor',
  (order) => {
    const urls = [`https://${SECURE}/`, `http://${PLAIN}/`];

    it('Condor is every site’s provider only while the default-wallet switch is on', async () => {
      const all = await start({ order, preferences: grantedHosts(ALL_SITES) });
      const toggle = all.settings.getByLabel(SWITCH);
      const secondCameFirst = order === 'before';
      for (const url of urls)
        expect(await met(url)).toEqual({ ...both('Second'), secondCameFirst });
      await toggle.click();
      await eventually(async () => expect(await toggle.isChecked()).toBe(true));
      for (const url of urls)
        expect(await met(url)).toEqual({ ...both('Condor'), secondCameFirst });
      await all.browser.stopWorker();
      expect(await met(urls[0] ?? '')).toMatchObject(both('Condor'));
      await toggle.click();
      await eventually(async () => expect(await toggle.isChecked()).toBe(false));
      for (const url of urls)
        expect(await met(url)).toEqual({ ...both('Second'), secondCameFirst });
    });
  },
);

describe('the default-wallet switch', () => {
  it('the default-wallet switch stays off when the browser denies access to all sites', async () => {
    const { settings } = await start({ order: 'before' });
    await settings.evaluate(`
      const { permissions } = chrome;
      globalThis.asked = [];
      permissions.request = async (request) => { asked.push(request.origins); return false; };
    `);
    await settings.getByLabel(SWITCH).click();
    await settings.getByText(text('sites.noAccess')).waitFor();
    expect(await settings.evaluate('asked')).toEqual([[...ALL_SITES]]);
    expect(await settings.getByLabel(SWITCH).isChecked()).toBe(false);
    expect(await met(`https://${SECURE}/`)).toMatchObject(both('Second'));
  });

  it('the default-wallet switch stays off when the prompt reports access that the browser didn’t grant', async () => {
    const { settings } = await start({ order: 'before' });
    await settings.evaluate('chrome.permissions.request = async () => true');
    await settings.getByLabel(SWITCH).click();
    await settings.getByText(text('sites.noAccess')).waitFor();
    expect(await settings.getByLabel(SWITCH).isChecked()).toBe(false);
  });
});
