import { afterAll, beforeAll, expect, it } from 'vitest';
import { text } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';
import { fillLasting, fillOnce } from './fill.ts';

let trader: Trader;
beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  await trader.world.maker.quoteNow();
});
afterAll(async () => trader?.stop());

it('the trader abandons a fill whose quote ends during the review, and then fills another quote', async () => {
  const outcome = await fillOnce(trader, {
    pick: ({ pick }) => pick(/Buy/),
    onReview: async () => {
      const window = await trader.approval();
      await window.clock.setFixedTime(Date.now() + 180_000);
      await window.getByText(text('fill.over')).waitFor();
    },
  });
  expect(outcome).toBe('over');
  // Stops the clock of all pages at the current time.
  await trader.page.clock.setFixedTime(Date.now());
  await trader.world.maker.quoteNow();
  expect(await fillLasting(trader)).toBe(0);
});
