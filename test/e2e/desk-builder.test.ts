import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderInput } from '../devnet/build-order.ts';
import { quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const BUY = { strike: 1_900, price: 30 };
const SELL = { strike: 1_700, price: 12 };
/** Price of the spread that has the same payoff as the two puts. */
const SPREAD = 17;

let trader: Trader;
let desk: Page;

beforeAll(async () => {
  trader = await startTrader({ funds: { usdc: 20_000_000000n } });
  const { devnet, url } = trader.world;
  const quote = quoting(devnet);
  const now = await devnet.now();
  const put = (change: Partial<OrderInput> & { dollars: number; at: readonly number[] }) => {
    const { dollars, at, ...rest } = change;
    return quote({
      ...rest,
      strikes: at.map((strike) => BigInt(strike) * 100_000_000n),
      price: BigInt(dollars) * 100_000_000n,
      expiry: now + 3 * 86_400,
      orderExpiry: now + 3_000 + dollars,
    });
  };
  await postQuotes(url, [
    await put({ at: [BUY.strike], dollars: BUY.price }),
    await put({ at: [SELL.strike], dollars: SELL.price, isLong: true }),
    await put({ product: 'PUT_SPREAD', at: [SELL.strike, BUY.strike], dollars: SPREAD }),
  ]);
  await trader.wallet.open('Orders');
  const opened = trader.page.context().waitForEvent('page');
  await trader.page.getByRole('button', { name: text('desk.open') }).click();
  desk = await opened;
  await desk.getByRole('button', { name: text('desk.builder'), exact: true }).click();
});
afterAll(() => trader?.stop());

const cellOf = (strike: number, column: number) =>
  desk.locator(`[data-strike="${strike}"] [data-cell$=" ${column}"]`);
const figure = async (name: Parameters<typeof text>[0]) =>
  desk
    .getByTestId('combined')
    .locator('div', { has: desk.getByText(text(name), { exact: true }) })
    .getByRole('definition')
    .textContent();
const isApproval = (page: Page) => page.url().includes('/approval.html');
const legs = () => desk.locator('[data-leg]');

/** Chooses the expiry that has the posted quotes. */
async function showQuotes(): Promise<void> {
  await desk.getByRole('button', { name: 'ETH', exact: true }).click();
  for (const expiry of await desk
    .getByRole('group', { name: text('desk.expiries') })
    .getByRole('button')
    .all()) {
    await expiry.click();
    if ((await cellOf(BUY.strike, 3).count()) > 0 && (await cellOf(SELL.strike, 2).count()) > 0)
      return;
  }
  throw new Error('the quotes are not in the chain');
}

describe('the builder of the desk', () => {
  it('computes profit, cost and break-even of the legs that the user chose in the chain', async () => {
    await eventually(showQuotes);
    await cellOf(BUY.strike, 3).click();
    await cellOf(SELL.strike, 2).click();
    await eventually(async () => expect(await legs().count()).toBe(2));
    // The fee of the sale is at most an eighth of the sale's premium.
    const net = BUY.price - SELL.price + SELL.price / 8;
    const width = BUY.strike - SELL.strike;
    const dollars = (value: number) =>
      value.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    expect(await figure('desk.maxProfit')).toBe(dollars(width - net));
    expect(await figure('desk.builtCost')).toBe(dollars(SELL.strike + net));
    expect(await figure('desk.figure.breakEven')).toBe(dollars(BUY.strike - net));
    await desk.getByText(text('desk.curveTable')).click();
    expect(await desk.getByTestId('curve').locator('tbody tr').count()).toBeGreaterThan(5);
    expect(await axeFindings(desk)).toEqual([]);
  });

  it('offers the single order that has the legs’ payoff, and opens that order in the legs’ size', async () => {
    await legs().first().getByLabel(text('ticket.contracts')).fill('0.5');
    await desk.getByRole('button', { name: text('desk.openStructure') }).waitFor({
      state: 'detached',
    });
    await legs().last().getByLabel(text('ticket.contracts')).fill('0.5');
    await desk.getByRole('button', { name: text('desk.openStructure') }).click();
    const size = desk.getByLabel(text('ticket.contracts'), { exact: true });
    await eventually(async () => expect(await size.inputValue()).toBe('0.5'));
    await desk.keyboard.press('Escape');
    await legs().first().waitFor();
  });

  it('accepts a leg of a different expiry as a calendar, and refuses a size above the maker’s budget', async () => {
    await legs().first().getByLabel(text('ticket.contracts')).fill('100000000');
    const review = desk.getByRole('button', { name: textStart('desk.reviewFills') });
    expect(await review.isDisabled()).toBe(true);
    await legs().first().getByLabel(text('ticket.contracts')).fill('0.5');
    await eventually(async () => expect(await review.isEnabled()).toBe(true));
    await desk
      .getByRole('group', { name: text('desk.expiries') })
      .getByRole('button')
      .last()
      .click();
    await desk.locator('[data-cell]').first().click();
    await eventually(async () => expect(await legs().count()).toBe(3));
    await desk.getByText(textStart('desk.calendarHow')).waitFor();
    await legs().last().getByRole('button').first().click();
    await eventually(async () => expect(await legs().count()).toBe(2));
  });

  it('shows the legs in the portfolio, and keeps them in the builder', async () => {
    await desk.getByRole('button', { name: text('desk.try'), exact: true }).click();
    const tried = desk.getByTestId('portfolio').getByText(textStart('desk.tried'));
    await eventually(async () => expect(await tried.count()).toBe(2));
    await desk.getByRole('button', { name: text('desk.removeTried'), exact: true }).click();
    await eventually(async () => expect(await tried.count()).toBe(0));
    await desk
      .getByRole('navigation')
      .getByRole('button', { name: text('desk.chain'), exact: true })
      .click();
    await desk.getByRole('button', { name: text('desk.builder'), exact: true }).click();
    await legs().first().waitFor();
  });

  it('keeps the legs while the wallet is locked', async () => {
    await trader.wallet.open('Home');
    await trader.wallet.lock();
    await desk.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
    await trader.wallet.unlock();
    await desk.bringToFront();
    await eventually(async () => expect(await legs().count()).toBe(2));
  });

  it('leaves a review when the user presses Escape, and fills all legs in turn after a single review', async () => {
    const review = desk.getByRole('button', { name: textStart('desk.reviewFills') });
    await review.click();
    await desk.getByRole('list', { name: text('desk.fillsInOrder') }).waitFor();
    await desk.keyboard.press('Escape');
    await review.click();
    await desk.getByRole('list', { name: text('desk.fillsInOrder') }).waitFor();
    expect(await figure('desk.maxLoss')).toMatch(/^\$/);
    expect(await figure('desk.figure.profitChance')).toMatch(/%/);
    // There are two fills, each after an allowance.
    const costs = desk.getByTestId('leg-costs').getByRole('definition');
    await eventually(async () =>
      expect(await costs.last().textContent()).toBe(
        text('desk.promptsOf', { count: 4, fills: 2, steps: 2 }),
      ),
    );
    expect(await axeFindings(desk)).toEqual([]);
    await desk.getByRole('button', { name: text('desk.beginLegs') }).click();
    // After a rejected leg, the page offers only to continue or to go back.
    const first = await trader.approval();
    await first.getByRole('button', { name: text('approvals.reject'), exact: true }).click();
    await desk.locator('[data-step="failed"]').first().waitFor();
    await desk.getByRole('button', { name: text('procedures.goOn') }).click();
    // The next leg begins even while another section is open.
    await desk.getByRole('button', { name: text('desk.volatilitySection') }).click();
    const strip = desk.getByRole('button', { name: textStart('desk.legsStrip') });
    await strip.waitFor();
    const confirm = text('approvals.confirm');
    await eventually(async () => {
      for (const window of desk.context().pages().filter(isApproval))
        await window
          .getByRole('button', { name: confirm, exact: true })
          .click({ timeout: 2_000 })
          .catch(() => undefined);
      expect(await strip.textContent()).toContain(text('desk.legsStrip', { done: 2, all: 2 }));
    });
    await strip.click();
    const filled = desk.getByRole('list', { name: text('desk.fillsInOrder') });
    expect(await filled.locator('[data-step="done"]').count()).toBe(2);
    await desk.getByRole('button', { name: text('progress.positions') }).click();
    await desk.getByText('Put', { exact: false }).first().waitFor();
  });
});
