import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { type HeadedWallet, launchHeadedWallet } from '../helpers/headed-wallet.ts';
import { screenTexts } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';

const PICTURES = fileURLToPath(new URL('../../.output/server-sign-in/', import.meta.url));

/** Returns the names of the buttons in the accent colour. */
const GREEN = `(() => {
  const accent = getComputedStyle(document.documentElement).getPropertyValue('--color-accent');
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.backgroundColor = accent;
  const green = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return [...document.querySelectorAll('button')]
    .filter((button) => getComputedStyle(button).backgroundColor === green)
    .map((button) => button.innerText.trim());
})()`;

describe.each(['en', 'de'])('the sign-in to a vault server in language %s', (language) => {
  const { text, textPattern } = screenTexts(language);
  let world: VaultWorld;
  let browser: HeadedWallet;
  let page: Page;

  beforeAll(async () => {
    await mkdir(PICTURES, { recursive: true });
    world = await startVaultWorld();
    browser = await launchHeadedWallet({ width: 640, height: 900, args: [`--lang=${language}`] });
    page = await browser.openWallet();
    await browser.placeWindow(page, { left: 0, top: 0, width: 640, height: 900 });
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });
  afterEach(async () => {
    await browser.setAuthenticator({ mode: 'approve' });
    world.intercept = undefined;
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const help = () => page.getByTestId('sign-in-help');

  async function look(name: string): Promise<void> {
    expect(await cutOff(page)).toEqual([]);
    await browser.screen.savePicture(`${PICTURES}${name}-${language}.png`);
    expect(await axeFindings(page)).toEqual([]);
  }

  async function openPasskeyStep(): Promise<void> {
    await browser.openWallet(page);
    await page.reload();
    await openServerStep(page, language);
    await page.getByLabel(text('onboarding.serverAddress')).fill(world.url);
    await button(text('onboarding.continue')).click();
    await button(text('serverSignIn.signIn')).first().waitFor();
  }

  it('shows the sign-in as the only green button', async () => {
    await openPasskeyStep();
    await page.getByRole('heading', { name: text('serverSignIn.title') }).waitFor();
    expect(await page.evaluate(GREEN)).toEqual([text('serverSignIn.signIn')]);
    await look('passkey');
  });

  it('names three ways to continue after a failed sign-in, and leads to the recovery file', async () => {
    await openPasskeyStep();
    await browser.setAuthenticator({ mode: 'cancel' });
    await button(text('serverSignIn.signIn')).first().click();
    const ceremony = await browser.waitForWindow('ceremony.html');
    await ceremony.getByText(text('serverSignIn.helpTitle')).waitFor();
    await browser.screen.savePicture(`${PICTURES}prompt-${language}.png`);
    const closed = ceremony.waitForEvent('close');
    await ceremony.getByRole('button', { name: text('ui.cancel') }).click();
    await help().waitFor();
    const ways = await help().getByRole('listitem').allInnerTexts();
    expect(ways.map((way) => way.split('\n')[0])).toEqual([
      text('serverSignIn.phone'),
      text('serverSignIn.otherDevice'),
      text('serverSignIn.file'),
    ]);
    await ceremony.close();
    await closed;
    await page.bringToFront();
    await look('failed');
    await help().getByRole('button').click();
    await page.getByLabel(text('addWallet.recoveryCode')).waitFor();
  });

  it('doesn’t suggest other ways to continue when the server doesn’t respond', async () => {
    await openPasskeyStep();
    world.intercept = async (_seen, response) => {
      response.destroy();
    };
    await button(text('serverSignIn.signIn')).first().click();
    await page.getByRole('alert').waitFor();
    expect(await help().count()).toBe(0);
  });

  it('creates a new vault when the server takes new accounts', async () => {
    await openPasskeyStep();
    await button(text('onboarding.createVault')).click();
    await button(textPattern('home.addWallet')).first().waitFor();
  });
});
