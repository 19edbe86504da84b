import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

const HOST = 'raw.githubusercontent.com';

let world: VaultWorld;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  [world, browser] = await Promise.all([
    startVaultWorld(),
    // The test never reaches the list's real source.
    launchWallet({ args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1:9`] }),
  ]);
  wallet = await walletUser(browser);
  page = wallet.page;
  await openServerStep(page);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});
beforeEach(() => answerPrompt(true));

/** A headless browser can't show its permission prompt. */
const answerPrompt = (isAllowed: boolean) =>
  page.evaluate(`
    globalThis.asked = [];
    chrome.permissions.request = async ({ origins }) => {
      globalThis.asked.push(...origins);
      return ${isAllowed};
    };
  `);
const asked = () => page.evaluate<string[]>('globalThis.asked');
const alarm = () => page.evaluate<unknown>("chrome.alarms.get('phishing-list')");

describe('the weekly refresh of the list of phishing sites during set-up', () => {
  const weekly = () => page.getByLabel(text('onboarding.refreshPhishingList'));

  it('schedules the weekly update by default, and names the source of the list', async () => {
    expect(await weekly().isChecked()).toBe(true);
    await page
      .getByText(new RegExp(textPattern('onboarding.phishingListSource', { host: HOST })))
      .waitFor();
    const WEEK_MS = 7 * 86_400_000;
    await expect.poll(alarm).toMatchObject({ name: 'phishing-list' });
    const at = await page.evaluate<number>(
      "chrome.alarms.get('phishing-list').then(({ scheduledTime }) => scheduledTime)",
    );
    expect(at - Date.now()).toBeGreaterThan(WEEK_MS - 3_600_000);
    expect(await axeFindings(page)).toEqual([]);
    await weekly().click();
    await expect.poll(alarm).toBeUndefined();
  });

  it('keeps the update off and explains why if the browser doesn’t allow access to the source', async () => {
    await answerPrompt(false);
    await weekly().click();
    await page.getByText(text('ui.noPermission')).waitFor();
    expect(await asked()).toEqual([`https://${HOST}/*`]);
    expect(await weekly().isChecked()).toBe(false);
    expect(await alarm()).toBeUndefined();
  });

  it('asks the browser for access and schedules the update with one click', async () => {
    await weekly().click();
    await expect.poll(() => weekly().isChecked()).toBe(true);
    expect(await asked()).toEqual([`https://${HOST}/*`]);
    await expect.poll(alarm).toMatchObject({ name: 'phishing-list' });
  });
});

describe('the weekly refresh of the list in the settings', () => {
  const weekly = () => page.getByLabel(text('phishing.refreshWeekly'));

  it('shows the user’s earlier choice in the settings, and turns the update off and on', async () => {
    await browser.openWallet(page);
    await page.reload();
    await answerPrompt(true);
    await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
    await wallet.createVault();
    await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await page.getByRole('button', { name: textStart('settings.phishing') }).click();
    expect(await weekly().isChecked()).toBe(true);
    await weekly().click();
    await expect.poll(() => weekly().isChecked()).toBe(false);
    await expect.poll(alarm).toBeUndefined();
    expect(await asked()).toEqual([]);
    await weekly().click();
    await expect.poll(() => weekly().isChecked()).toBe(true);
    expect(await asked()).toEqual([`https://${HOST}/*`]);
    await expect.poll(alarm).toMatchObject({ name: 'phishing-list' });
  });
});
