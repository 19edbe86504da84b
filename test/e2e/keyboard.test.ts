import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

/** More Tab stops than any screen has. */
const MOST = 120;
const FOCUSED = `(() => {
  const { activeElement: element } = document;
  const label = element.labels?.[0]?.textContent ?? '';
  return [element.getAttribute('aria-label') ?? '', label, element.textContent.trim()].find(Boolean) ?? '';
})()`;
/** Evaluates to true if an outline of the focused element or of a container shows the focus. */
const IS_SEEN = `(() => {
  // The page itself, between its end and its beginning.
  if (document.activeElement === document.body) return true;
  for (let element = document.activeElement; element !== null; element = element.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return true;
  }
  return false;
})()`;

let trader: Trader;
const unseen: string[] = [];

beforeAll(async () => {
  trader = await startTrader();
});
afterAll(async () => trader?.stop());

/** Presses Tab until an element with that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MOST; stop++) {
    await page.keyboard.press('Tab');
    const focused = String(await page.evaluate(FOCUSED));
    if (!(await page.evaluate(IS_SEEN))) unseen.push(focused);
    if (name.test(focused)) return;
    passed.push(focused.slice(0, 40));
  }
  throw new Error(`Nothing called ${name} is reached by the tab key: ${passed.join(' | ')}`);
}

const enter = (page: Page) => page.keyboard.press('Enter');

const rows = (page: Page) => page.getByTestId('orders').locator('li[data-row]');
const focusedRow = (page: Page) =>
  page.evaluate("document.activeElement.closest('li[data-row]')?.dataset.row");

describe('the list of orders without a mouse', () => {
  it('Tab reaches the navigation first, and the list of orders as a single stop', async () => {
    const { page } = trader;
    await page.bringToFront();
    await page.reload();
    await page.getByRole('button', { name: text('pages.orders'), exact: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(FOCUSED)).toMatch(textStart('pages.home'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(FOCUSED)).toMatch(textStart('pages.orders'));
    await enter(page);
    await rows(page).nth(2).waitFor();
    await tabTo(page, /[Cc]all|[Pp]ut|[Cc]ondor|[Bb]utterfly|[Rr]anger/);
    expect(await focusedRow(page)).toBe('0');
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await focusedRow(page)).toBe('1'));
    await page.keyboard.press('Tab');
    expect(await focusedRow(page)).toBeUndefined();
    await page.keyboard.press('Shift+Tab');
    expect(await focusedRow(page)).toBe('1');
  });

  it('opens an order with Enter, moves the focus into its ticket, and returns to the row with Esc', async () => {
    const { page } = trader;
    await enter(page);
    await page.getByLabel(text('ticket.contracts')).waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
      text('ticket.order'),
    );
    await page.keyboard.press('Escape');
    await rows(page).first().waitFor();
    await eventually(async () => expect(await focusedRow(page)).toMatch(/^\d+$/));
  });

  it('a slash focuses the search, and a question mark lists the keys', async () => {
    const { page } = trader;
    await page.keyboard.press('/');
    expect(await page.evaluate(FOCUSED)).toMatch(textStart('orders.searchLabel'));
    await page.keyboard.type('a/?');
    expect(await page.getByLabel(text('orders.searchLabel')).inputValue()).toBe('a/?');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel(text('orders.searchLabel')).inputValue()).toBe('');
    await page.keyboard.press('Tab');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: text('keys.title') });
    await keys.getByText(text('keys.search')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
  });
});

describe('a fill without a mouse', () => {
  it('the user gets from the list of orders to the proof of a fill with Tab, Enter and typing alone', async () => {
    const { page } = trader;
    await page.bringToFront();
    await page.keyboard.press('/');
    await page.keyboard.type('call spread');
    await rows(page)
      .filter({ hasText: text('products.CALL_SPREAD') })
      .first()
      .waitFor();
    await tabTo(page, /[Cc]all spread/);
    await enter(page);
    await tabTo(page, textStart('ticket.contracts'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1');
    await tabTo(page, textStart('ticket.reviewBuy', { count: 1 }));
    await enter(page);
    await page.getByText(text('ticket.stepOf', { index: 1, count: 2 }), { exact: true }).waitFor();
    await tabTo(page, textStart('ticket.begin'));
    await enter(page);
    for (let step = 1; step <= 2; step++) {
      const window = await trader.approval();
      await window.getByText(text('ticket.stepOf', { index: step, count: 2 })).waitFor();
      await window.bringToFront();
      await tabTo(window, textStart('approvals.confirm'));
      await window.locator('button:enabled', { hasText: text('approvals.confirm') }).waitFor();
      // The next request may use the same window or another one.
      const gone = window.waitForEvent('close').catch(() => undefined);
      const next = window
        .getByText(text('ticket.stepOf', { index: 2, count: 2 }))
        .waitFor()
        .catch(() => undefined);
      await enter(window);
      await (step === 2 ? gone : Promise.race([gone, next]));
    }
    await page.bringToFront();
    await page.getByText(text('progress.asSigned')).waitFor();
    await tabTo(page, textStart('progress.positions'));
    await enter(page);
    await page.getByTestId('positions').getByText(text('products.CALL_SPREAD')).first().waitFor();
  });

  it('shows the focus at every Tab stop', () => {
    expect(unseen).toEqual([]);
  });
});

describe('positions without a mouse', () => {
  it('switches the tabs of positions with the arrow keys and opens a position with Enter', async () => {
    const { page } = trader;
    await tabTo(page, textStart('positions.state.open'));
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(FOCUSED)).toMatch(textStart('positions.tabAwaiting'));
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, textPattern('products.CALL_SPREAD'));
    await enter(page);
    await page.getByTestId('position').waitFor();
    await tabTo(page, textStart('positions.transfer'));
    await enter(page);
    await tabTo(page, textStart('positions.giveTo'));
  });
});
