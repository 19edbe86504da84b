import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { anyOf, screenTexts, text, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const german = screenTexts('de');
let trader: Trader;
let page: Page;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  page = trader.page;
});
afterAll(async () => trader?.stop());

/**
 * Checks a screen at the sizes of WCAG 1.4.10: as narrow as a page of 1280 pixels at 400 %, as low
 * as a popup of 600 pixels at 200 %.
 */
async function look(name: string, target = page): Promise<void> {
  await target.setViewportSize({ width: 320, height: 300 });
  expect([name, await cutOff(target)]).toEqual([name, []]);
  await target.setViewportSize({ width: 400, height: 600 });
}

const press = (name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const go = (at: number) => page.getByRole('navigation').getByRole('button').nth(at).click();

/** The proof of the newest fill, before any test changed it. */
let proof: object | undefined;

/** Changes the newest fill in the storage, as lying nodes would, for a new worker. */
async function storeFill(stage: string, differing: readonly string[] | undefined): Promise<void> {
  const { context, extensionId, stopWorker } = trader.browser;
  const worker = context.serviceWorkers().find((one) => one.url().includes(extensionId));
  if (worker === undefined) throw new Error('the wallet has no worker');
  proof ??= await worker.evaluate<object>(
    "chrome.storage.local.get('fills').then(({ fills }) => fills.value[0].proof)",
  );
  const change = { stage, ...(differing && { proof: { ...proof, differing } }) };
  await worker.evaluate(`chrome.storage.local.get('fills').then(({ fills }) => {
    const { proof, ...fill } = fills.value[0];
    fills.value[0] = { ...fill, ...${JSON.stringify(change)} };
    return chrome.storage.local.set({ fills });
  })`);
  await stopWorker();
  await page.reload();
}

describe('the screens at 200 % zoom', () => {
  it('doesn’t cut off anything in the review of a fill, its approval and its proof', async () => {
    await trader.pick(/BuyETH Call spread/, 'Buy call spread');
    await look('ticket-en');
    await page.getByRole('button', { name: textStart('ticket.reviewBuy') }).click();
    await look('review-en');
    await press(text('ui.back'));
    const window = await trader.begin();
    await look('approval-en', window);
    await trader.confirm(window);
    await page.getByText(text('progress.asSigned')).waitFor();
    await look('proof-en');
  });

  it('doesn’t cut off anything on the market pages in German', async () => {
    await trader.wallet.open('Home');
    await press(text('home.settings'));
    await press(text('settings.language'));
    await page.getByLabel('Deutsch').click();
    await page.getByRole('heading', { name: german.text('settings.language') }).waitFor();
    await trader.world.maker.quoteNow();
    await go(1);
    await page.getByTitle(german.text('orders.refresh')).click();
    await page.locator('[data-row][aria-disabled=false]').first().waitFor();
    await press(german.text('orders.filters'));
    await look('orders');
    for (const side of [german.text('orders.buy'), german.text('orders.sell')]) {
      // Narrows the list, because the open filters leave room for few rows, and BTC's group comes
      // first.
      await page.getByLabel(german.text('orders.searchLabel')).fill(`${side} ETH`);
      await page
        .locator('[data-row][aria-disabled=false]')
        .filter({ hasText: `${side}ETH` })
        .first()
        .click();
      await page.getByLabel(german.text('ticket.contracts')).waitFor();
      await look(`ticket-${side}`);
      await page
        .getByRole('button', {
          name: anyOf(german.textStart('ticket.reviewBuy'), german.textStart('ticket.reviewSell')),
        })
        .click();
      await page.getByRole('heading', { name: german.text('ticket.review') }).waitFor();
      await look(`review-${side}`);
      await go(1);
    }
    await go(2);
    await page.getByTestId('positions').getByRole('button').first().waitFor();
    await look('positions');
    await page.getByTestId('positions').getByRole('button').first().click();
    await page.getByText(german.textPattern('positions.strikes')).first().waitFor();
    await look('position');
    await go(2);
    await go(3);
    await page.getByRole('heading', { name: german.text('activity.title') }).waitFor();
    await look('activity');
    await go(0);
    await press(german.text('home.settings'));
    await press(german.textStart('maker.title'));
    await page.getByTestId('fees').waitFor();
    await look('maker');
    await go(0);
    await press(german.text('home.settings'));
    await press(german.text('settings.services'));
    await look('services');
  });
});

describe('a fill that is mined', () => {
  it.each([
    [
      'unproved',
      'unproved',
      undefined,
      german.textPattern('progress.unprovedCare'),
      german.textPattern('progress.unprovedStrip'),
    ],
    [
      'differing',
      'indexed',
      ['premium', 'referrer'],
      german.textPattern('progress.notAsSignedWhy'),
      german.textPattern('progress.differsStrip'),
    ],
  ] as const)(
    'a line on Home reports a mined fill that is marked as %s, and leads to an explanation',
    async (name, stage, differing, words, strip) => {
      await storeFill(stage, differing);
      await go(0);
      const line = page.getByRole('button', { name: strip });
      await line.click();
      await page.getByText(words).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await look(name);
    },
  );

  it('Home hides the report of a mined fill after the user has seen how the fill differs from the order', async () => {
    await press(german.text('ui.back'));
    await page.getByTestId('address').waitFor();
    expect(
      await page.getByRole('button', { name: german.textPattern('progress.differsStrip') }).count(),
    ).toBe(0);
  });
});
