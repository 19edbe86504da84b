import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { maxUint256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve } from '../devnet/fill.ts';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { startWorld, type World } from '../helpers/world.ts';

const RECEIVER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const SHORT = '0x9965…A4dc';
const PICTURES = fileURLToPath(new URL('../../.output/german/', import.meta.url));
let world: World;
let browser: WalletBrowser;
let page: Page;

const press = (name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

/** Looks at a screen at both widths: nothing cut off, nothing that axe finds, a picture of each. */
async function look(name: string): Promise<void> {
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [400, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 600 });
    await page.emulateMedia({ colorScheme });
    found.push(...(await cutOff(page)).map((text) => `${name} at ${width}: ${text}`));
    const path = `${PICTURES}${name}-${width}.png`;
    await page.screenshot({ path, animations: 'disabled' });
  }
  found.push(...(await axeFindings(page)).map((text) => `${name}: ${text}`));
  await page.setViewportSize({ width: 400, height: 600 });
  expect(found).toEqual([]);
}

beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  world = await startWorld();
  const { devnet } = world;
  const [taker] = devnet.accounts.takers;
  await devnet.fund(taker.address, { usdc: 10n ** 11n });
  await approve(devnet, taker, { token: tokenNamed('USDC').address, amount: maxUint256 });
  browser = await launchWallet({ args: ['--lang=de'] });
  page = await browser.openWallet();
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

describe('a wallet in a German browser', () => {
  it('is set up in German', async () => {
    await page.getByRole('heading', { name: 'Condor einrichten' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await look('server');
    await page.getByLabel('Adresse des Servers').fill(world.url);
    await page.getByText('Marktdienste und Knoten').click();
    await page.getByLabel('Base-Knoten (RPC)').fill(world.devnet.rpcUrl);
    await press('Weiter');
    await page.getByRole('button', { name: 'Neuen Tresor anlegen' }).waitFor();
    await look('passkey');
    await press('Neuen Tresor anlegen');
    await press('Wallet hinzufügen');
    await look('add-wallet');
    await press(/^Wallet importieren/);
    const [taker] = world.devnet.accounts.takers;
    await page
      .getByLabel(/Wiederherstellungsphrase, privater/)
      .fill(toHex(taker.getHdKey().privateKey ?? new Uint8Array()));
    await press('Importieren');
    await page.getByTestId('address').waitFor();
  });

  it('shows every main screen in German, nothing cut off', async () => {
    await page
      .getByText(/100\.000/)
      .first()
      .waitFor();
    await look('home');
    await press('Senden');
    await look('send');
    await press('Zurück');
    await press('Empfangen');
    await look('receive');
    const nav = page.getByRole('navigation');
    await nav.getByRole('button', { name: 'Angebote' }).click();
    await page.getByTestId('orders').getByRole('button').first().waitFor();
    await look('orders');
    await page.getByTestId('orders').getByRole('button').first().click();
    await page.getByText('Höchster Verlust').first().waitFor();
    await look('ticket');
    await nav.getByRole('button', { name: 'Positionen' }).click();
    await page.getByText('Nichts ist offen.').waitFor();
    await look('positions');
    await press('Abrechnungskalender');
    await look('calendar');
    await nav.getByRole('button', { name: 'Markt' }).click();
    await look('market');
  });

  it('has settings in German, each page of them', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Start' }).click();
    await press('Einstellungen');
    await look('settings');
    const pages = await page.locator('main li button').allTextContents();
    for (const [at] of pages.entries()) {
      await page.locator('main li button').nth(at).click();
      await look(`settings-${at}`);
      await press('Zurück');
    }
  });

  it('words a transaction in German: in the window, and in the activity', async () => {
    await press('Zurück');
    await press('Senden');
    await page.getByLabel('An').fill(RECEIVER);
    await page.getByLabel('Betrag').fill('1,5');
    await press('Prüfen und bestätigen');
    const window = await browser.waitForWindow('approval.html');
    await window.getByText(`1,5 ETH an ${SHORT} senden`).waitFor();
    await window.setViewportSize({ width: 400, height: 640 });
    await window.screenshot({ path: `${PICTURES}approval.png`, animations: 'disabled' });
    const confirm = window.getByRole('button', { name: 'Bestätigen' });
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    const closed = window.waitForEvent('close');
    await confirm.click();
    await closed;
    await page.getByText(`1,5 ETH an ${SHORT} gesendet`).first().waitFor();
    await look('activity');
    await press('Zurück');
    await press('Einstellungen');
  });

  it('speaks English at once when that is chosen, also where the worker speaks', async () => {
    await press(/^Sprache/);
    await page.getByLabel('English').click();
    await page.getByRole('heading', { name: 'Language' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await press('Back');
    await press('Back');
    // A row of before follows the new language.
    await page.getByTestId('activity').getByText(`Sent 1.5 ETH to ${SHORT}`).waitFor();
    await press('Send');
    await page.getByLabel('To').fill(RECEIVER);
    await page.getByLabel('Amount').fill('1');
    await press('Review and confirm');
    const window = await browser.waitForWindow('approval.html');
    await window.getByText(/^Send 1 /).waitFor();
    const closed = window.waitForEvent('close');
    await window.getByRole('button', { name: 'Reject', exact: true }).click();
    await closed;
    await page.getByText('You rejected it. Nothing was sent.').waitFor();
  });
});
