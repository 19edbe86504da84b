import { text } from '../helpers/screen-texts.ts';
import type { Trader } from '../helpers/trader.ts';
import { fillLasting } from './fill.ts';

const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

/** Number of actions in a run, by kind. */
export interface Tally {
  fills: number;
  transfers: number;
  locks: number;
  refreshes: number;
  workerKills: number;
  serviceKills: number;
  /** Number of fills that were given up because their quotes ended. It may be 0. */
  endedQuotes: number;
}

export interface Action {
  readonly name: string;
  /** Relative frequency of the action. */
  readonly weight: number;
  run(trader: Trader, tally: Tally): Promise<void>;
}

const press = ({ page }: Trader, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** Fills a small part of an order, and waits for its receipt. */
async function fill(trader: Trader, tally: Tally): Promise<void> {
  tally.endedQuotes += await fillLasting(trader);
  tally.fills += 1;
}

/** Sends one cent from the wallet's page. */
async function transfer(trader: Trader, tally: Tally): Promise<void> {
  const { page, wallet } = trader;
  await wallet.open('Home');
  await press(trader, text('home.send'));
  await page.getByLabel(text('send.asset')).selectOption({ index: 1 });
  await page.getByLabel(text('send.to')).fill(RECEIVER);
  await page.getByLabel(text('send.amount')).fill('0.01');
  await press(trader, text('send.review'));
  await trader.confirm(await trader.approval());
  tally.transfers += 1;
}

export const ACTIONS: readonly Action[] = [
  { name: 'fill', weight: 5, run: fill },
  { name: 'transfer', weight: 3, run: transfer },
  {
    name: 'refresh the feed',
    // The weight is low, because a maker may have 2,000 valid orders. That is 24 rounds of quotes
    // within two minutes.
    weight: 1,
    run: async ({ world, wallet, page }, tally) => {
      await world.maker.walk(60);
      await world.maker.quoteNow();
      await wallet.open('Orders');
      await page.getByTestId('orders').getByRole('button').first().waitFor();
      tally.refreshes += 1;
    },
  },
  {
    name: 'lock and unlock',
    weight: 2,
    run: async ({ wallet }, tally) => {
      await wallet.open('Home');
      await wallet.lock();
      await wallet.unlock();
      tally.locks += 1;
    },
  },
  {
    name: 'kill the worker',
    weight: 2,
    run: async ({ browser, wallet, page }, tally) => {
      await wallet.open('Home');
      await browser.stopWorker();
      await page.reload();
      await page.getByTestId('address').waitFor();
      tally.workerKills += 1;
    },
  },
  {
    name: 'kill the worker after a transfer',
    weight: 1,
    run: async (trader, tally) => {
      await transfer(trader, tally);
      await trader.browser.stopWorker();
      await trader.page.reload();
      await trader.page.getByTestId('address').waitFor();
      tally.workerKills += 1;
    },
  },
  {
    name: 'kill the services',
    weight: 1,
    run: async ({ world }, tally) => {
      await world.services.kill();
      await world.restartServices();
      tally.serviceKills += 1;
    },
  },
];

export function chooseAction(random: number): Action {
  const total = ACTIONS.reduce((sum, { weight }) => sum + weight, 0);
  let left = random * total;
  for (const action of ACTIONS) {
    left -= action.weight;
    if (left < 0) return action;
  }
  throw new Error('a random number is below 1');
}
