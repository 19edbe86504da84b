import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';

let world: VaultWorld;
let browser: WalletBrowser;
let page: Page;

beforeAll(async () => {
  [world, browser] = await Promise.all([startVaultWorld(), launchWallet()]);
});
beforeEach(async () => {
  world.intercept = undefined;
  page = await browser.openWallet(page);
  await page.reload();
  await openServerStep(page);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** Types an address key by key, and presses Enter. */
async function enter(address: string): Promise<void> {
  await page.getByLabel(text('onboarding.serverAddress')).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(address);
  expect(await page.getByLabel(text('onboarding.serverAddress')).inputValue()).toBe(address);
  await page.keyboard.press('Enter');
}

const createVault = () => page.getByRole('button', { name: text('onboarding.createVault') });

describe('the wallet with the server of this computer', () => {
  it.each([
    '127.0.0.1:PORT',
    'localhost:PORT',
    'http://127.0.0.1:PORT/v1/config',
    'localhost:PORT/',
  ])(
    'finds the server of this computer at the typed address %s, and offers to create a vault',
    async (typed) => {
      await enter(typed.replace('PORT', String(world.port)));
      await createVault().waitFor();
      expect(await createVault().isEnabled()).toBe(true);
    },
  );

  it('explains what to do when the server of this computer rejects requests at both of its addresses', async () => {
    world.intercept = (_seen, response) => {
      response.writeHead(421, { 'content-type': 'application/json' });
      response.end('{"code":"ORIGIN_REFUSED"}');
      return Promise.resolve();
    };
    await page.setViewportSize({ width: 400, height: 320 });
    await page.getByText(text('onboarding.services')).click();
    await enter(`127.0.0.1:${world.port}`);
    const words = page.getByText(textPattern('onboarding.needsName'));
    await words.waitFor();
    await expect
      .poll(() => words.evaluate((element) => element.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 400, height: 600 });
  });

  it('stores a vault on the server of this computer when the user types 127.0.0.1 without a scheme', async () => {
    await enter(`127.0.0.1:${world.port}`);
    await createVault().waitFor();
    // The server names its origin at this address, so the typed address stays.
    await page.getByText(`http://127.0.0.1:${world.port}`, { exact: true }).waitFor();
    await createVault().click();
    await page.getByRole('button', { name: text('home.addWallet') }).waitFor();
  });
});
