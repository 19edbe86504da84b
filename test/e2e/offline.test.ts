import type { Page } from 'playwright-core';
import { toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import { axeFindings } from '../helpers/axe.ts';
import { startPageServer } from '../helpers/page-server.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  browser = await launchWallet({
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  wallet = await walletUser(browser);
  page = wallet.page;
  await wallet.begin();
});
afterAll(() => browser?.close());

const go = (at: number) => page.getByRole('navigation').getByRole('button').nth(at).click();

/** Makes `navigator.onLine` report whether the computer has a network. */
async function setPageOffline(page: Page, offline: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Returns the lines of the page that report a failure or show that something is loading. */
async function othersThanOffline(): Promise<readonly string[]> {
  const shown = await page.locator('main').allInnerTexts();
  return shown
    .flatMap((text) => text.split('\n'))
    .filter((line) => /respond|reach|couldn|loading|permission/i.test(line));
}

describe('the wallet in a browser without a network', () => {
  it('the main pages and the allowance list show one offline notice instead of an error for each service', async () => {
    // While the browser is online, the notice names the service, with the host as detail.
    await wallet.open('Orders');
    await page
      .getByText(text('failures.feedUnreachable', { name: text('services.thetanutsFeed') }))
      .waitFor();
    await browser.context.setOffline(true);
    for (const at of [0, 1, 2, 3]) {
      await go(at);
      await page.getByTestId('offline').getByText(text('ui.offline')).waitFor();
      expect
        .soft([at, await othersThanOffline()])
        .toEqual([at, at === 1 ? [text('orders.deadTitle')] : []]);
      expect(await axeFindings(page)).toEqual([]);
    }
    await wallet.open('Home');
    await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await page.getByRole('button', { name: text('settings.allowances') }).click();
    await page.getByTestId('allowance-search').first().waitFor();
    expect(await othersThanOffline()).toEqual([]);
    expect(await page.getByText(text('ui.offline')).count()).toBe(1);
  });

  it('names the failing services again once the network is back', async () => {
    await browser.context.setOffline(false);
    await page.getByTestId('offline').waitFor({ state: 'detached' });
    await wallet.open('Orders');
    await page
      .getByText(text('failures.feedUnreachable', { name: text('services.thetanutsFeed') }))
      .waitFor();
  });

  it('names the failing services while a service on this computer still answers', async () => {
    const node = await startPageServer();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: toHex(CHAIN_ID) });
    node.serve('/', { body, type: 'application/json' });
    await wallet.open('Home');
    await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await page.getByRole('button', { name: textStart('settings.services') }).click();
    for (const label of ['services.orders', 'services.indexer'] as const)
      await page.getByLabel(text(label), { exact: true }).fill('http://127.0.0.1:1');
    await page.getByLabel(text('services.nodes')).fill(node.otherUrl);
    await page.getByRole('button', { name: text('services.save'), exact: true }).click();
    await page.getByRole('checkbox', { name: text('services.consent') }).check();
    await page.getByRole('button', { name: text('services.force') }).click();
    await page.getByText(text('services.saved')).waitFor();

    // Only the page is offline. In a browser that is offline, the worker couldn't reach this
    // computer's servers either.
    await setPageOffline(page, true);
    await wallet.open('Orders');
    const notice = text('failures.feedUnreachable', { name: text('services.yourFeed') });
    await page.getByText(notice).waitFor();
    expect(await page.getByTestId('offline').count()).toBe(0);
    await node.stop();
    await page.getByTestId('offline').waitFor();
    expect(await page.getByText(notice).count()).toBe(0);
    await setPageOffline(page, false);
    await page.getByText(notice).waitFor();
  });
});
