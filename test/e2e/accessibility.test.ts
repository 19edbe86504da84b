import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutOff } from '../helpers/cut-off.ts';
import { focusFindings, tabTo } from '../helpers/focus-stops.ts';
import { layoutFindings } from '../helpers/layout.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';

const picture = picturesIn('accessibility');

/** A screen reader needs a heading that names the page first, and one order for all. */
const OUTLINE = `(() => {
  const shown = [...document.querySelectorAll('h1, h2, h3, h4')].filter((one) => one.checkVisibility());
  const ordered = [...document.querySelectorAll('[tabindex]')].filter((one) => Number(one.getAttribute('tabindex')) > 0);
  return [
    ...(document.querySelector('main') === null ? ['no main region'] : []),
    ...(shown[0]?.tagName === 'H1' ? [] : ['the first heading is ' + (shown[0]?.outerHTML.slice(0, 80) ?? 'missing')]),
    ...ordered.map((one) => 'an order of its own: ' + one.outerHTML.slice(0, 80)),
  ];
})()`;

let trader: Trader;
let page: Page;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  page = trader.page;
});
afterAll(async () => trader?.stop());

/**
 * Looks at a screen as narrow and low as a page of 1280 × 1024 at 400 % (WCAG 1.4.10), with the
 * system's own colours, and goes through it with the Tab key.
 */
async function look(name: string, target = page): Promise<readonly string[]> {
  await target.setViewportSize({ width: 320, height: 256 });
  await target.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const found = [
    ...(await cutOff(target)),
    ...(await layoutFindings(target)),
    ...(await target.evaluate<string[]>(OUTLINE)),
  ];
  found.push(...(await focusFindings(target)));
  await picture(target, name);
  await target.emulateMedia({ forcedColors: 'none' });
  return found.map((finding) => `${name}: ${finding}`);
}

const press = (name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

describe('every screen at 400 % zoom, in forced colours and with the Tab key', () => {
  it('has a name and a visible, uncovered focus at each stop: wallet and settings', async () => {
    const found: string[] = [];
    await trader.wallet.open('Home');
    await page.getByTestId('balance-USDC').waitFor();
    found.push(...(await look('home')));
    await press(text('home.send'));
    await page.getByLabel(text('send.amount')).waitFor();
    found.push(...(await look('send')));
    await press(text('ui.back'));
    await press(text('home.receive'));
    found.push(...(await look('receive')));
    await press(text('ui.back'));
    await press(text('home.settings'));
    found.push(...(await look('settings')));
    const pages = page.locator('main li button');
    for (let at = 0, count = await pages.count(); at < count; at++) {
      await pages.nth(at).click();
      await page
        .getByRole('button', { name: text('ui.back'), exact: true })
        .first()
        .waitFor();
      found.push(...(await look(`settings-${at}`)));
      await press(text('ui.back'));
    }
    expect(found).toEqual([]);
  });

  it('has a name and a visible, uncovered focus at each stop: market and positions', async () => {
    const found: string[] = [];
    await trader.pick(/BuyETH Call spread/, 'Buy call spread');
    found.push(...(await look('ticket')));
    // The lowest page whose footer sticks.
    await page.setViewportSize({ width: 320, height: 448 });
    found.push(...(await focusFindings(page)));
    await page.getByRole('button', { name: textStart('ticket.reviewBuy') }).click();
    found.push(...(await look('review')));
    await press(text('ui.back'));
    const window = await trader.begin();
    found.push(...(await look('approval', window)));
    await trader.confirm(window);
    await page.getByText(text('progress.asSigned')).waitFor();
    found.push(...(await look('proof')));
    await trader.wallet.open('Positions');
    await page.getByTestId('positions').getByRole('button').first().waitFor();
    found.push(...(await look('positions')));
    await page.getByTestId('positions').getByRole('button').first().click();
    await page.getByTestId('position').waitFor();
    found.push(...(await look('position')));
    await page.getByRole('navigation').getByRole('button').nth(3).click();
    await page.getByRole('button', { name: textStart('maker.title') }).waitFor();
    found.push(...(await look('market')));
    await trader.wallet.open('Home');
    await press(text('home.allActivity'));
    found.push(...(await look('activity')));
    expect(found).toEqual([]);
  });

  it('has a name and a visible, uncovered focus at each stop: closing, rolling and asking', async () => {
    const found: string[] = [];
    for (const name of ['quotations.close', 'roll.title'] as const) {
      await trader.wallet.open('Positions');
      await page.getByTestId('positions').getByRole('button').first().click();
      await press(text(name));
      await page.getByRole('heading', { level: 1 }).waitFor();
      found.push(...(await look(name)));
    }
    await trader.wallet.open('Positions');
    await press(text('quotations.requests'));
    await page.getByRole('heading', { name: text('quotations.requests') }).waitFor();
    found.push(...(await look('requests')));
    await press(text('quotations.titleNew'));
    await page.getByTestId('ask-new').waitFor();
    found.push(...(await look('ask')));
    expect(found).toEqual([]);
  });

  it('has a name and a visible, uncovered focus at each stop: the desk', async () => {
    const found: string[] = [];
    await trader.wallet.open('Orders');
    const opened = page.context().waitForEvent('page');
    await press(text('desk.open'));
    const desk = await opened;
    const sections = desk.getByRole('navigation').first().getByRole('button');
    await sections.first().waitFor();
    for (const name of await sections.allTextContents()) {
      await sections.filter({ hasText: name }).first().click();
      found.push(...(await look(`desk ${name}`, desk)));
    }
    await desk.close();
    expect(found).toEqual([]);
  });

  it('notices a stop without a name, without an outline, and below something that sticks', async () => {
    await trader.wallet.open('Home');
    await page.evaluate(`(() => {
      const [covered, nameless] = [document.createElement('button'), document.createElement('button')];
      covered.textContent = 'covered';
      covered.style.cssText = 'outline:none;position:fixed;inset:9px auto auto 9px;z-index:8';
      nameless.style.cssText = 'position:fixed;inset:99px auto auto 9px;z-index:8';
      const cover = document.createElement('div');
      cover.style.cssText = 'position:fixed;inset:0 0 auto;height:60px;z-index:9';
      document.body.prepend(covered, nameless, cover);
    })()`);
    const found = await focusFindings(page);
    expect(found.slice(0, 3)).toEqual([
      'no outline at "covered"',
      'something covers "covered"',
      expect.stringContaining('has no name'),
    ]);
  });

  it('notices a focus that stays at one stop', async () => {
    await page.reload();
    await trader.wallet.open('Home');
    await page.evaluate(`addEventListener('keydown', (event) => {
      if (event.key !== 'Tab') return;
      event.preventDefault();
      document.querySelector('button').focus();
    })`);
    const missed = `the focus never reaches "${text('home.send')}"`;
    expect(await focusFindings(page)).toContain(missed);
  });

  it('unlocks with the keyboard alone', async () => {
    await page.reload();
    await trader.wallet.open('Home');
    await press(text('home.lock'));
    const unlock = page.getByRole('button', { name: text('unlock.unlock'), exact: true });
    await unlock.waitFor();
    const found = await look('locked');
    await tabTo(page, text('unlock.unlock'));
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').waitFor();
    expect(found).toEqual([]);
  });
});

it('sets up a wallet with the keyboard alone', async () => {
  const browser = await launchWallet();
  try {
    const first = await browser.openWallet();
    await first.getByRole('button', { name: text('firstRun.create') }).waitFor();
    await tabTo(first, text('firstRun.create'));
    await first.keyboard.press('Enter');
    await first.getByTestId('address').waitFor();
  } finally {
    await browser.close();
  }
});
