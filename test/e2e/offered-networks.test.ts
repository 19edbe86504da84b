import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { type ScreenTexts, screenTexts } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

let used: WalletInUse;

beforeAll(async () => {
  used = await startWalletInUse();
});

afterAll(() => used?.stop());

/** Checks a screen in light and dark: no cut-off text, no axe violation. */
async function look(page: Page): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await cutOff(page)));
  }
  found.push(...(await axeFindings(page)));
  expect(found).toEqual([]);
}

describe.each(['en', 'de'])('the network settings in the language %s', (language) => {
  let texts: ScreenTexts;
  const press = (key: 'settings.title' | 'settings.language' | 'settings.networks') =>
    used.wallet.page.getByRole('button', { name: texts.textStart(key) }).click();
  const openHome = async () => {
    await used.browser.openWallet(used.wallet.page);
    await used.wallet.page.reload();
    await used.wallet.page.getByTestId('address').waitFor();
  };
  const openSettings = async (key: 'settings.language' | 'settings.networks') => {
    await openHome();
    await press('settings.title');
    await press(key);
  };

  beforeAll(async () => {
    texts = screenTexts('en');
    await openSettings('settings.language');
    await used.wallet.page.getByLabel(language === 'de' ? 'Deutsch' : 'English').click();
    texts = screenTexts(language);
    await used.wallet.page
      .getByRole('heading', { name: texts.text('settings.language') })
      .waitFor();
  });

  it('adds a built-in network with one click, and lists test networks only on request', async () => {
    const { page } = used.wallet;
    await openSettings('settings.networks');
    const offered = page.getByTestId('offered-networks');
    await offered.getByText('Polygon').waitFor();
    expect(await offered.getByText('Sepolia', { exact: true }).count()).toBe(0);
    await page.getByLabel(texts.text('networks.showTestNetworks')).check();
    await offered.getByText('Sepolia', { exact: true }).waitFor();
    await offered.getByRole('listitem').filter({ hasText: 'Polygon' }).getByRole('button').click();
    const inUse = page.getByTestId('networks').getByRole('listitem').filter({ hasText: 'Polygon' });
    await inUse.first().waitFor();
    await look(page);
    await inUse.getByRole('button').last().click();
    await offered.getByText('Polygon').waitFor();
  });
});
