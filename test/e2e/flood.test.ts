import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountTimes, FLOODS, startFlood } from '../helpers/flood.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';

let world: VaultWorld;
let server: PageServer;
let browser: WalletBrowser;
let honest: Page;

beforeAll(async () => {
  world = await startVaultWorld();
  server = await startPageServer();
  browser = await launchWallet();
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await wallet.createVault();
  await wallet.createWallet();
  await wallet.page.close();
  honest = await browser.context.newPage();
  await honest.goto(`${server.otherUrl}/empty`);
  await accountTimes(honest, 5);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await world?.stop();
});

describe('an unconnected page that floods the wallet', () => {
  it.each(FLOODS)(
    'a flood of $method doesn’t delay a different site or the popup',
    async (flood) => {
      const page = await browser.context.newPage();
      await page.goto(`${server.url}/empty`);
      const { end } = await startFlood(page, flood);
      await accountTimes(honest, 5);
      const answered = Date.now();
      const popup = await browser.context.newPage();
      await popup.goto(`chrome-extension://${browser.extensionId}/popup.html`);
      await popup.getByTestId('address').waitFor();
      expect(await end()).toBeGreaterThan(answered);
      await Promise.all([popup.close(), page.close()]);
    },
  );
});
