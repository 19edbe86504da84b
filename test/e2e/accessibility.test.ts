import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { focusFindings, tabTo } from '../helpers/focus-stops.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { zoomedFindings } from '../helpers/zoomed.ts';

const picture = picturesIn('accessibility');

let trader: Trader;
let page: Page;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  page = trader.page;
});
afterAll(async () => trader?.stop());

async function look(name: string, target = page): Promise<readonly string[]> {
  const found = await zoomedFindings(target);
  await picture(target, name);
  return found.map((finding) => `${name}: ${finding}`);
}

const press = (name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

describe('every screen at 400 % zoom, in forced colours and with the Tab key', () => {
  it('each Tab stop has a name and a visible, uncovered focus: wallet and settings', async () => {
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

  it('each Tab stop has a name and a visible, uncovered focus: market and positions', async () => {
    const found: string[] = [];
    await trader.pick(/BuyETH Call spread/, 'Buy call spread');
    found.push(...(await look('ticket')));
    // Checks the ticket in the lowest window in which its footer is sticky.
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
    await page.getByRole('heading', { name: text('activity.title') }).waitFor();
    found.push(...(await look('activity')));
    await trader.wallet.open('Home');
    await press(text('home.settings'));
    await press(textStart('maker.title'));
    await page.getByTestId('fees').waitFor();
    found.push(...(await look('maker')));
    expect(found).toEqual([]);
  });

  it('each Tab stop has a name and a visible, uncovered focus: closing a position and asking makers', async () => {
    const found: string[] = [];
    await trader.wallet.open('Positions');
    await page.getByTestId('positions').getByRole('button').first().click();
    await press(text('positions.offers'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await look('closing')));
    await trader.wallet.open('Positions');
    await press(text('quotations.requests'));
    await page.getByRole('heading', { name: text('quotations.requests') }).waitFor();
    found.push(...(await look('requests')));
    await press(text('quotations.titleNew'));
    await page.getByTestId('ask-new').waitFor();
    found.push(...(await look('ask')));
    expect(found).toEqual([]);
  });

  it('each Tab stop has a name and a visible, uncovered focus: the desk', async () => {
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

  it('the home screen doesn’t use animations or transitions when the user prefers reduced motion', async () => {
    await trader.wallet.open('Home');
    const MOVING = `[...document.querySelectorAll('*')].filter((one) => {
      const { animationDuration, transitionProperty } = getComputedStyle(one);
      return parseFloat(animationDuration) > 0.001 || transitionProperty !== 'none';
    }).length`;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await page.evaluate(MOVING)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await page.evaluate(MOVING)).toBe(0);
  });

  it('the check finds a Tab stop without a name, a role or an outline, a stop in the wrong order, and a covered stop', async () => {
    await trader.wallet.open('Home');
    await page.evaluate(`(() => {
      const made = (tag, text, style) => {
        const element = document.createElement(tag);
        element.tabIndex = 0;
        element.textContent = text;
        element.style.cssText = 'position:fixed;z-index:8;left:9px;' + style;
        return element;
      };
      document.body.prepend(
        made('button', 'covered', 'outline:none;top:9px'),
        made('button', '', 'top:99px'),
        made('div', 'a div', 'top:150px'),
        made('div', '', 'inset:0 0 auto;height:60px;z-index:9'),
      );
      const [covered, , , cover] = document.body.children;
      covered.id = 'covered';
      cover.removeAttribute('tabindex');
      cover.setAttribute('aria-owns', 'covered');
    })()`);
    const found = await focusFindings(page);
    expect(found).toEqual(
      expect.arrayContaining([
        'no outline at "covered"',
        'something covers "covered"',
        expect.stringContaining('(button) has no name'),
        expect.stringContaining('"a div" has no role'),
        '"" is read before the stop before it',
      ]),
    );
  });

  it('the check finds a page on which Tab doesn’t move the focus', async () => {
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

  it('the user can unlock with the keyboard alone', async () => {
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

it('the user can set up a wallet with the keyboard alone', async () => {
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
