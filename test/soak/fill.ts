import type { Locator } from 'playwright-core';
import { anyOf, text, textPattern, textStart } from '../helpers/screen-texts.ts';
import type { Trader } from '../helpers/trader.ts';

/**
 * Matches the row of a purchase whose quote lasts for at least another minute. Such a row begins
 * with a time like `1:23`.
 */
const LASTING_PURCHASE = /^\s*[1-9]:\d\d.*Buy/s;

/** Opens the ticket of an order with enough time left for the review and the confirmation. */
async function pickLasting({ world, wallet, page, pick }: Trader): Promise<void> {
  await wallet.open('Orders');
  const rows = page.getByTestId('orders').locator('[data-row][aria-disabled=false]');
  await rows.first().waitFor();
  if ((await rows.filter({ hasText: LASTING_PURCHASE }).count()) === 0)
    await world.maker.quoteNow();
  await pick(LASTING_PURCHASE);
}

/** Leaves an ended ticket or fill and returns to the list. */
async function leave({ page }: Trader): Promise<'over'> {
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const ways = [text('progress.leaveIt'), text('ticket.backToOrders'), text('ui.back')];
  for (const way of ways.map(button)) {
    if (!(await way.isVisible())) continue;
    await way.click();
    break;
  }
  return 'over';
}

/** Waits until one of two states appears. Returns true if the first state is visible. */
async function isFirst(one: Locator, other: Locator): Promise<boolean> {
  await one.or(other).first().waitFor();
  return one.first().isVisible();
}

/**
 * Buys a hundredth of a contract. Returns `over`, without a fill, if the wallet shows that the
 * quote has ended, that the price has moved, or that the fill would fail.
 * @throws Error if the wallet shows neither a result nor a reason
 */
export async function fillOnce(
  trader: Trader,
  deps: {
    readonly pick: (trader: Trader) => Promise<void>;
    readonly onReview?: () => Promise<void>;
  },
): Promise<'filled' | 'over'> {
  const { page, approval, confirm } = trader;
  const button = (name: RegExp) => page.getByRole('button', { name });
  await deps.pick(trader);
  await page.getByLabel(text('ticket.contracts')).fill('0.01');
  const quoteOver = page.getByText(
    anyOf(
      ...(['over', 'replaced', 'replacedByOther'] as const).map((key) =>
        textPattern(`ticket.${key}`),
      ),
    ),
  );
  for (const step of [
    textStart('ticket.reviewBuy'),
    anyOf(textStart('ticket.begin'), textStart('ticket.beginOne')),
  ]) {
    if (await isFirst(quoteOver, button(step))) return leave(trader);
    await button(step).click();
  }
  const failed = page.getByText(/The order wasn’t filled/);
  const replaced = button(textStart('progress.leaveIt'));
  const stopped = failed.or(replaced);
  const opened = approval();
  opened.catch(() => undefined);
  const window = await Promise.race([
    opened,
    stopped
      .first()
      .waitFor()
      .then(() => undefined),
  ]);
  if (window === undefined) return leave(trader);
  await deps.onReview?.();
  // Confirm requires a ticked checkbox for a fill that would fail.
  const warned = window
    .getByText(text('fill.over'))
    .or(window.getByText(textPattern('fill.refusal')))
    .or(window.getByRole('checkbox'));
  const ready = window.locator('button:enabled', { hasText: text('approvals.confirm') });
  if (await isFirst(warned, ready)) {
    await window.getByRole('button', { name: text('approvals.reject'), exact: true }).click();
    await failed.first().waitFor();
    return leave(trader);
  }
  await confirm(window);
  const isOver = await isFirst(stopped, page.getByText(text('progress.asSigned')));
  return isOver ? leave(trader) : 'filled';
}

/**
 * Fills an order. If its quote is over, tries another order. Returns the number of orders that were
 * over.
 */
export async function fillLasting(trader: Trader): Promise<number> {
  for (let over = 0; ; over++) {
    if ((await fillOnce(trader, { pick: pickLasting })) === 'filled') return over;
  }
}
