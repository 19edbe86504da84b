import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { text } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  browser = await launchWallet({ args: ['--host-resolver-rules=MAP * ~NOTFOUND'] });
  wallet = await walletUser(browser);
  page = wallet.page;
  await wallet.begin();
});
afterAll(() => browser?.close());

const go = (at: number) => page.getByRole('navigation').getByRole('button').nth(at).click();

/** Returns the texts of all notices of failures and of everything that claims to load. */
async function othersThanOffline(): Promise<readonly string[]> {
  const shown = await page.locator('main').allInnerTexts();
  return shown
    .flatMap((text) => text.split('\n'))
    .filter((line) => /respond|reach|couldn|loading|permission/i.test(line));
}

describe('a browser without a network', () => {
  it('says once on every page that it is offline, and nothing about services', async () => {
    // Online, the service is named with its host as a detail.
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

  it('names the services again once the network is back', async () => {
    await browser.context.setOffline(false);
    await page.getByTestId('offline').waitFor({ state: 'detached' });
    await wallet.open('Orders');
    await page
      .getByText(text('failures.feedUnreachable', { name: text('services.thetanutsFeed') }))
      .waitFor();
  });
});
