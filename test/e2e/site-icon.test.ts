import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { EXTENSION_PATH } from '../run/extension.ts';

const PICTURES = fileURLToPath(new URL('../../.output/site-icon/', import.meta.url));

let world: VaultWorld;
let server: PageServer;
let browser: WalletBrowser;

beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  [world, server, browser] = await Promise.all([
    startVaultWorld(),
    startPageServer(),
    launchWallet(),
  ]);
  browser.context.setDefaultTimeout(15_000);
  const icon = await readFile(join(EXTENSION_PATH, 'icon/48.png'));
  server.serve('/icon.png', { body: icon, type: 'image/png' });
  server.serve('/with-icon', '<!doctype html><link rel="icon" href="/icon.png"><title>a</title>');
  server.serve('/without', '<!doctype html><link rel="icon" href="data:,"><title>b</title>');
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await wallet.createVault();
  await wallet.createWallet();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await world?.stop();
});

/** The approval window for a site that asks to connect. */
async function connectFrom(address: string): Promise<{ site: Page; window: Page }> {
  const site = await browser.context.newPage();
  await site.goto(address);
  await site.evaluate(
    "void ethereum.request({ method: 'eth_requestAccounts' }).catch(() => undefined)",
  );
  const window = await browser.waitForWindow('approval.html');
  await window.getByRole('heading', { name: 'Connect this site?' }).waitFor();
  return { site, window };
}

async function pictures(window: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme });
    await window.screenshot({ path: `${PICTURES}${name}-${colorScheme}.png` });
  }
}

async function reject(window: Page): Promise<void> {
  const closed = window.waitForEvent('close');
  await window.getByRole('button', { name: 'Reject', exact: true }).click();
  await closed;
}

describe('an approval', () => {
  it('shows the icon of the site, and no request goes to the site for it', async () => {
    const { site, window } = await connectFrom(`${server.url}/with-icon`);
    const requests: string[] = [];
    window.on('request', (request) => requests.push(new URL(request.url()).protocol));
    await window.reload();
    const icon = window.getByTestId('site-icon');
    await icon.waitFor();
    expect(
      await icon.evaluate((image: HTMLImageElement) =>
        image.decode().then(() => image.naturalWidth),
      ),
    ).toBeGreaterThan(0);
    expect(await window.getByTestId('site-letter').count()).toBe(0);
    expect([...new Set(requests)]).toEqual(['chrome-extension:']);
    expect(await axeFindings(window)).toEqual([]);
    await pictures(window, 'icon');
    await reject(window);
    await site.close();
  });

  it('shows the first letter of the host for a site without an icon', async () => {
    const { site, window } = await connectFrom(`${server.otherUrl}/without`);
    await window.getByTestId('site-letter').getByText('1', { exact: true }).waitFor();
    // The store has answered by then.
    await window.waitForLoadState('networkidle');
    expect(await window.getByTestId('site-icon').count()).toBe(0);
    expect(await axeFindings(window)).toEqual([]);
    await pictures(window, 'letter');
    await reject(window);
    await site.close();
  });
});
