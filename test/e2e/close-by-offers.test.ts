import type { Page } from 'playwright-core';
import { type HDAccount, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { parseFeed } from '../../shared/orders/parse-feed.ts';
import { contracts } from '../../shared/units.ts';
import { optionAbi } from '../devnet/abi/full.ts';
import { answerRequest, newestRequest } from '../devnet/answer-request.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve, type Fill, fillOrder } from '../devnet/fill.ts';
import { balanceOf, quoting } from '../devnet/quoting.ts';
import { setBehaviour } from '../devnet/rfq-fixture.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const USDC = tokenNamed('USDC').address;
const picture = picturesIn('close-by-offers');

let trader: Trader;
let page: Page;
let second: HDAccount;
let bought: Fill;
let sold: Fill;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  page = trader.page;
  const { devnet } = trader.world;
  [, second] = devnet.accounts.takers;
  await devnet.fund(second.address, { usdc: 10n ** 12n });
  await approve(devnet, second, { token: USDC, amount: maxUint256, spender: FACTORY_R12 });
  const quote = quoting(devnet);
  const feed = parseFeed(await (await fetch(`${trader.world.url}/orders/`)).json());
  // With the expiry of live quotes, whose volatility values the positions.
  const expiry = Math.max(...(feed?.orders ?? []).map(({ order }) => order.expiry));
  const fill = async (isLong: boolean, strike: bigint) =>
    fillOrder(devnet, {
      signed: await quote({ isLong, expiry, strikes: [strike * 100_000_000n] }),
      taker: trader.account,
      numContracts: contracts(1_000_000n),
    });
  bought = await fill(false, 2_500n);
  sold = await fill(true, 2_400n);
});
afterAll(() => trader?.stop());

const card = () => page.getByTestId('quotation').first();
const offers = () => card().getByTestId('offers').getByRole('listitem');
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const stage = (name: string) => page.locator(`[data-testid=quotation][data-stage=${name}]`).first();

/** Opens the form that asks makers about a position. */
async function openForm({ strikes }: Fill): Promise<void> {
  await trader.wallet.open('Positions');
  const strike = `$${(Number(strikes[0]) / 1e8).toLocaleString('en-US')}`;
  await page.getByTestId('positions').getByText(strike).first().click();
  await button(text('quotations.close')).click();
}

/** Asks makers with a limit in dollars, and confirms what the wallet asks for. */
async function ask(limit: string, windows = 1): Promise<void> {
  await page.getByLabel(/total/).first().fill(limit);
  await button(text('quotations.ask')).click();
  for (let i = 0; i < windows; i++) await trader.confirm(await trader.approval());
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
  it('says what it asks for, and starts with a limit near the model’s value', async () => {
    await openForm(bought);
    await page.getByText(textStart('quotations.why')).waitFor();
    expect(Number(await page.getByLabel(/total/).first().inputValue())).toBeGreaterThan(0);
    await picture(page, 'form');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows an offer within five seconds, and what it realises, and can be cancelled', async () => {
    await ask('10');
    await picture(page, 'asked');
    await offer(30_000000n);
    const since = performance.now();
    await offers().first().waitFor();
    expect(performance.now() - since).toBeLessThan(5_000);
    expect(await offers().first().textContent()).toContain('28.446');
    expect(await offers().first().textContent()).toMatch(textPattern('quotations.profit'));
    await picture(page, 'offer');
    expect(await axeFindings(page)).toEqual([]);
    await button(text('quotations.cancel')).click();
    await trader.confirm(await trader.approval());
    await stage('cancelled').waitFor();
    expect((await holder(bought, 'buyer')).toLowerCase()).toBe(
      trader.account.address.toLowerCase(),
    );
  });

  it('goes on after a lock and a worker’s death, and sells the position', async () => {
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
    await picture(window, 'approval');
    await trader.confirm(window);
    await stage('settled').waitFor();
    await card().getByTestId('paid').waitFor();
    await picture(page, 'sold');
    expect(await balanceOf(trader.world.devnet, trader.account.address)).toBe(
      before + 31_000000n - 1_554000n,
    );
    expect(await holder(bought, 'buyer')).toBe(second.address);
  });

  it('lists the sold position with its profit as closed', async () => {
    await trader.wallet.open('Positions');
    await page.getByRole('tab', { name: textStart('positions.tabClosed') }).click();
    const row = page.getByTestId('positions').getByText('$2,500').first();
    await row.click();
    const detail = page.getByTestId('position');
    await detail.getByText(textStart('quotations.settledSale')).first().waitFor();
    // 29.446 received for a premium of 40; a loss is rounded up.
    await eventually(async () => expect(await detail.textContent()).toContain('10.56'));
    await picture(page, 'closed');
  });

  it('buys a sold position back with an exact allowance, and gets the rest of the limit back', async () => {
    const before = await balanceOf(trader.world.devnet, trader.account.address);
    await openForm(sold);
    await ask('50', 2);
    await page.getByText(textStart('quotations.escrow')).waitFor();
    await offer(45_000000n);
    await offers().first().waitFor();
    await picture(page, 'buy-back');
    await button(text('quotations.accept')).click();
    await trader.confirm(await trader.approval());
    await eventually(async () => expect(await holder(sold, 'seller')).toBe(second.address));
    expect(await balanceOf(trader.world.devnet, trader.account.address)).toBeGreaterThanOrEqual(
      before - 45_000000n,
    );
  });

  it('says why makers can’t be asked, and what remains', async () => {
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
