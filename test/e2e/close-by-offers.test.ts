import type { Page } from 'playwright-core';
import { type HDAccount, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { contracts } from '../../shared/units.ts';
import { optionAbi } from '../devnet/abi/full.ts';
import { answerRequest, newestRequest } from '../devnet/answer-request.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve, type Fill, fillOrder } from '../devnet/fill.ts';
import { balanceOf, quoting } from '../devnet/quoting.ts';
import { setBehaviour } from '../devnet/rfq-fixture.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { lastExpiry } from '../helpers/last-expiry.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const USDC = tokenNamed('USDC').address;
const picture = picturesIn('close-by-offers');

let trader: Trader;
let page: Page;
let second: HDAccount;
let bought: Fill;
let sold: Fill;
/** A position of two contracts, which the test closes in parts. */
let double: Fill;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  page = trader.page;
  const { devnet } = trader.world;
  [, second] = devnet.accounts.takers;
  await devnet.fund(second.address, { usdc: 10n ** 12n });
  await approve(devnet, second, { token: USDC, amount: maxUint256, spender: FACTORY_R12 });
  const quote = quoting(devnet);
  // The wallet computes the positions' values from the volatility of live quotes, so the positions
  // need the quotes' expiry.
  const expiry = await lastExpiry(trader.world);
  const fill = async (isLong: boolean, strike: bigint, count = 1_000_000n) =>
    fillOrder(devnet, {
      signed: await quote({ isLong, expiry, strikes: [strike * 100_000_000n] }),
      taker: trader.account,
      numContracts: contracts(count),
    });
  bought = await fill(false, 2_500n);
  sold = await fill(true, 2_400n);
  double = await fill(false, 2_300n, 2_000_000n);
  await postQuotes(trader.world.url, [
    await quote({
      isLong: true,
      expiry,
      strikes: [2_300_00000000n],
      price: 33_00000000n,
      orderExpiry: (await devnet.now()) + 900,
    }),
  ]);
});
afterAll(() => trader?.stop());

const card = () => page.getByTestId('quotation').first();
const offers = () => card().getByTestId('offers').getByRole('listitem');
const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
const stage = (name: string) => page.locator(`[data-testid=quotation][data-stage=${name}]`).first();

/** Opens the form that asks makers about a position, for `count` contracts. */
async function openForm(fill: Fill, count = ''): Promise<void> {
  await trader.wallet.open('Positions');
  await pickPosition(page, fill, count);
}

async function pickPosition(on: Page, { strikes }: Fill, count = ''): Promise<void> {
  const strike = `$${(Number(strikes[0]) / 1e8).toLocaleString('en-US')}`;
  await on
    .getByTestId('positions')
    .getByRole('button')
    .filter({ hasText: strike })
    .filter({ hasText: count })
    .first()
    .click();
  await on.getByRole('button', { name: text('positions.offers'), exact: true }).click();
}

/** Confirms a request, and gives the consent that an amount far from the model's value requires. */
async function agree(given?: Page): Promise<void> {
  const window = given ?? (await trader.approval());
  for (const box of await window.getByRole('checkbox').all()) await box.check();
  await trader.confirm(window);
}

const limit = (on = page) => on.getByLabel(/total/).first();

/** Types a limit, and accepts that it is far from the mark. */
async function enterLimit(total: string, on = page): Promise<void> {
  await limit(on).fill(total);
  for (const box of await on.locator('form').getByRole('checkbox').all()) await box.check();
}

/** Asks makers with a limit in dollars, and confirms the wallet's requests. */
async function ask(total: string, windows = 1): Promise<void> {
  await enterLimit(total);
  await button(text('quotations.ask')).click();
  for (let i = 0; i < windows; i++) await agree();
  await stage('collecting').waitFor();
}

const offer = async (amount: bigint, change: { signedFor?: bigint } = {}) =>
  answerRequest(trader.world.devnet, {
    ...(await newestRequest(trader.world.devnet)),
    amount,
    from: second,
    ...change,
  });

const holder = (option: Fill, functionName: 'buyer' | 'seller') =>
  trader.world.devnet.client.readContract({
    address: option.optionAddress,
    abi: optionAbi,
    functionName,
  });

describe('closing a position by offers of makers', () => {
  it('shows what makers will be asked for, and suggests no limit when only a single maker quotes', async () => {
    await openForm(bought);
    await page.getByText(textStart('quotations.why')).waitFor();
    await page.getByText(textStart('quotations.fewMakers')).waitFor();
    expect(await limit().inputValue()).toBe('');
    await picture(page, 'form');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('lets only one of two pages ask makers, and leads the second page to the request', async () => {
    const other = await trader.browser.openWallet();
    await other.setViewportSize({ width: 400, height: 600 });
    const press = (name: string) => other.getByRole('button', { name, exact: true }).click();
    await press(text('pages.positions'));
    await pickPosition(other, bought);
    await enterLimit('10', other);
    await page.bringToFront();
    await enterLimit('10');
    await button(text('quotations.ask')).click();
    const window = await trader.approval();
    await other.bringToFront();
    await press(text('quotations.ask'));
    await other.getByText(text('failures.alreadyAsked')).waitFor();
    await button(text('progress.lookAgain'), other).waitFor();
    await picture(other, 'asked-twice');
    expect(await axeFindings(other)).toEqual([]);
    // A return to the page with the form doesn't show the form of another request.
    await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')));
    expect(await page.getByText(text('failures.alreadyAsked')).count()).toBe(0);
    await button(text('quotations.asking')).waitFor();
    await window.bringToFront();
    await window.getByRole('button', { name: text('approvals.reject'), exact: true }).click();
    await page.bringToFront();
    await page.getByText(textStart('failures.rejected')).waitFor();
    // The other page shows its form again without an action of the user.
    await other.bringToFront();
    await button(text('quotations.ask'), other).waitFor();
    await page.bringToFront();
    // The mark can have moved since the first consent, which makes another consent necessary.
    await enterLimit('10');
    await button(text('quotations.ask')).click();
    await agree();
    for (const one of [page, other]) {
      await one.bringToFront();
      await one.locator('[data-testid=quotation][data-stage=collecting]').waitFor();
    }
    await other.close();
    await page.bringToFront();
    await button(text('quotations.cancel')).click();
    await agree();
    await stage('cancelled').waitFor();
  });

  it('shows an offer with its proceeds, and lets the user cancel the request', async () => {
    await ask('10');
    await picture(page, 'asked');
    await offer(30_000000n);
    await offers().first().waitFor();
    expect(await offers().first().textContent()).toContain('28.44 USDC');
    expect(await offers().first().textContent()).toMatch(textPattern('quotations.profit'));
    await picture(page, 'offer');
    expect(await axeFindings(page)).toEqual([]);
    await button(text('quotations.cancel')).click();
    await agree();
    await stage('cancelled').waitFor();
    expect((await holder(bought, 'buyer')).toLowerCase()).toBe(
      trader.account.address.toLowerCase(),
    );
  });

  it('accepts an offer that arrived while the wallet was locked, and sells the position, even after the worker died', async () => {
    await ask('10');
    await trader.wallet.open('Home');
    await trader.wallet.lock();
    await offer(31_000000n);
    await trader.wallet.unlock();
    await trader.browser.stopWorker();
    await trader.wallet.open('Positions');
    await button(text('quotations.openCount', 1)).click();
    await offers().first().waitFor();
    const before = await balanceOf(trader.world.devnet, trader.account.address);
    await button(text('quotations.accept')).click();
    const window = await trader.approval();
    await window
      .getByRole('heading', { name: /^Sell 1 × ETH put to a maker for 31 USDC/ })
      .waitFor();
    await picture(window, 'approval');
    await agree(window);
    await stage('settled').waitFor();
    await card().getByTestId('paid').waitFor();
    await picture(page, 'sold');
    expect(await balanceOf(trader.world.devnet, trader.account.address)).toBe(
      before + 31_000000n - 1_554000n,
    );
    expect(await holder(bought, 'buyer')).toBe(second.address);
  });

  it('lists the sold position and its loss under the closed positions', async () => {
    await trader.wallet.open('Positions');
    await page.getByRole('tab', { name: textStart('positions.state.closed') }).click();
    const row = page.getByTestId('positions').getByText('$2,500').first();
    await row.click();
    const detail = page.getByTestId('position');
    await detail.getByText(textStart('quotations.settledSale')).first().waitFor();
    // The account received 29.446 for a premium of 40. A loss is rounded up.
    await eventually(async () => expect(await detail.textContent()).toContain('10.56'));
    await picture(page, 'closed');
  });

  it('leads from a closed position to the search for orders, even after a lock and a worker’s death', async () => {
    await trader.wallet.open('Home');
    await trader.wallet.lock();
    await trader.wallet.unlock();
    await trader.browser.stopWorker();
    await trader.wallet.open('Positions');
    await page.getByRole('tab', { name: textStart('positions.state.closed') }).click();
    await page.getByTestId('positions').getByText('$2,500').first().click();
    await button(text('quotations.later')).click();
    await page.getByLabel(text('orders.searchLabel')).waitFor();
  });

  it('buys a sold position back at the offered price, and returns the unspent part of the limit', async () => {
    const before = await balanceOf(trader.world.devnet, trader.account.address);
    await openForm(sold);
    await ask('50', 2);
    await page.getByText(textStart('quotations.escrow')).waitFor();
    await offer(45_000000n);
    await offers().first().waitFor();
    await picture(page, 'buy-back');
    await button(text('quotations.accept')).click();
    await agree();
    await eventually(async () => expect(await holder(sold, 'seller')).toBe(second.address));
    expect(await balanceOf(trader.world.devnet, trader.account.address)).toBeGreaterThanOrEqual(
      before - 45_000000n,
    );
  });

  it('reports that the request is still open when the acceptance of an offer fails', async () => {
    const { client } = trader.world.devnet;
    await openForm(double);
    await ask('10');
    await offer(70_000000n);
    await offers().first().waitFor();
    await button(text('quotations.accept')).click();
    const window = await trader.approval();
    const address = FACTORY_R12;
    const code = await client.getCode({ address });
    const waiting = () =>
      client.getTransactionCount({ address: trader.account.address, blockTag: 'pending' });
    const before = await waiting();
    await client.setIntervalMining({ interval: 0 });
    await agree(window);
    await eventually(async () => expect(await waiting()).toBe(before + 1));
    // The factory refuses every call for one block.
    await client.setCode({ address, bytecode: '0xfe' });
    await client.mine({ blocks: 1 });
    await client.setCode({ address, bytecode: code ?? '0x' });
    await client.setIntervalMining({ interval: 1 });
    await page.getByText(text('quotations.stillSame')).waitFor();
    await button(text('quotations.cancel')).click();
    await agree();
    await stage('cancelled').waitFor();
  });

  it('splits off a part and asks makers about that part, even if the worker dies after the split', async () => {
    await openForm(double);
    const count = page.getByLabel(text('quotations.partContracts'));
    expect(await count.inputValue()).toBe('2');
    await page
      .getByTestId('book-quotes')
      .getByText(text('quotations.bookPays', { amount: '66.00 USDC', contracts: '2 contracts' }))
      .waitFor();
    await count.fill('2.5');
    await page.getByText(text('quotations.partWrong', { all: '2' })).waitFor();
    await count.fill('0.5');
    const part = page.getByTestId('part');
    await part.getByText(textPattern('desk.networkFee')).waitFor();
    await part.getByText(textPattern('desk.contractFee')).waitFor();
    await picture(page, 'part');
    expect(await axeFindings(page)).toEqual([]);
    await enterLimit('5');
    await button(text('quotations.splitAndAsk')).click();
    const window = await trader.approval();
    await window.getByText(text('actions.asked.split')).waitFor();
    await agree(window);
    // The worker dies while the split that precedes the request is being confirmed.
    await eventually(async () => expect(window.isClosed()).toBe(true));
    const asking = await trader.approval();
    await trader.browser.stopWorker();
    await eventually(async () => expect(asking.isClosed()).toBe(true));
    await openForm(double, '1.5');
    const held = page.getByTestId('split-part');
    await held
      .getByText(text('quotations.partHeld', { part: '0.5 contracts', rest: '1.5 contracts' }))
      .waitFor();
    await held.getByText(text('quotations.partUnasked')).waitFor();
    await picture(page, 'part-held');
    await button(text('quotations.partGoOn')).click();
    expect(await count.inputValue()).toBe('0.5');
    await ask('5');
    await offer(8_000000n);
    await offers().first().waitFor();
    await button(text('quotations.accept')).click();
    await agree();
    await stage('settled').waitFor();
    await picture(page, 'part-sold');
    expect((await holder(double, 'buyer')).toLowerCase()).toBe(
      trader.account.address.toLowerCase(),
    );
    await trader.wallet.open('Positions');
    await eventually(async () =>
      expect(await page.getByTestId('positions').getByText('$2,300').count()).toBe(1),
    );
  });

  it('explains why makers can’t be asked, and lists what the user can still do', async () => {
    const { devnet } = trader.world;
    const fill = await fillOrder(devnet, {
      signed: await quoting(devnet)({ strikes: [2_450_00000000n] }),
      taker: trader.account,
      numContracts: contracts(1_000_000n),
    });
    await setBehaviour(devnet, { refusesBookOptions: true });
    await openForm(fill);
    await page.getByText(text('quotations.remains')).waitFor();
    await picture(page, 'cannot');
    expect(await button(text('quotations.ask')).count()).toBe(0);
    await setBehaviour(devnet, {});
  });
});
