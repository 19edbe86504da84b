import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { maxUint256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAs } from '../../shared/parse.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve } from '../devnet/fill.ts';
import { axeFindings } from '../helpers/axe.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { startWorld, type World } from '../helpers/world.ts';

const PICTURES = fileURLToPath(new URL('../../.output/german/', import.meta.url));
const Findings = Type.Array(Type.String());

/** Everything that is cut off: boxes whose text is wider than they are, and do not say so by dots. */
const CUT_OFF = `[...document.querySelectorAll('main *, nav *, [role=tablist] *')].flatMap((element) => {
  const { scrollWidth, clientWidth } = element;
  const { textOverflow, overflowX, display, position } = getComputedStyle(element);
  const isBox = display !== 'inline' && position !== 'absolute' && clientWidth > 1;
  const isMeant = textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll';
  return isBox && !isMeant && scrollWidth > clientWidth + 1 && element.textContent.trim() !== ''
    ? [element.tagName + ': ' + element.textContent.trim().slice(0, 60)]
    : [];
})`;

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
    const cut = parseAs(Findings, await page.evaluate(CUT_OFF)) ?? ['nothing could be measured'];
    found.push(...cut.map((text) => `${name} at ${width}: ${text}`));
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

  it('keeps everything in reach at 200 %', async () => {
    const nav = page.getByRole('navigation');
    for (const name of ['Start', 'Angebote', 'Positionen', 'Markt']) {
      await nav.getByRole('button', { name }).click();
      // WCAG 1.4.10: as narrow as a page of 1280 at 400 %, as low as a popup of 600 at 200 %.
      await page.setViewportSize({ width: 320, height: 300 });
      const cut = parseAs(Findings, await page.evaluate(CUT_OFF));
      const sideways = 'document.documentElement.scrollWidth > innerWidth';
      expect([name, cut, await page.evaluate(sideways)]).toEqual([name, [], false]);
      await page.screenshot({ path: `${PICTURES}zoom-${name}.png`, animations: 'disabled' });
    }
    await page.setViewportSize({ width: 400, height: 600 });
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

  it('speaks English at once when that is chosen, also where the worker speaks', async () => {
    await press(/^Sprache/);
    await page.getByLabel('English').click();
    await page.getByRole('heading', { name: 'Language' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await press('Back');
    await press('Back');
    await press('Send');
    await page.getByLabel('To').fill('0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc');
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
