import type { Page } from 'playwright-core';
import { type HDAccount, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { answerRequest, newestRequest } from '../devnet/answer-request.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve } from '../devnet/fill.ts';
import { balanceOf } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const USDC = tokenNamed('USDC').address;
const picture = picturesIn('ask-makers');

let trader: Trader;
let page: Page;
let second: HDAccount;

beforeAll(async () => {
  trader = await startTrader();
  page = trader.page;
  const { devnet } = trader.world;
  [, second] = devnet.accounts.takers;
  await devnet.fund(second.address, { usdc: 10n ** 12n });
  await approve(devnet, second, { token: USDC, amount: maxUint256, spender: FACTORY_R12 });
});
afterAll(() => trader?.stop());

const form = () => page.getByTestId('ask-new');
const card = () => page.getByTestId('quotation').first();
const offers = () => card().getByTestId('offers').getByRole('listitem');
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const stage = (name: string) => page.locator(`[data-testid=quotation][data-stage=${name}]`).first();
const total = () => form().getByLabel(/total/).first();

/** Searches for an option that no maker quotes, and follows the empty list's link. */
async function openForm(search: string): Promise<void> {
  await trader.wallet.open('Orders');
  await page.getByLabel(text('orders.searchLabel')).fill(search);
  await page.getByText(text('orders.noneTitle')).waitFor();
  await button(text('quotations.nothingFits')).click();
  await form().waitFor();
}

/** Confirms a request of the wallet, and gives the consent that an unknown spender requires. */
async function confirm(): Promise<void> {
  const window = await trader.approval();
  for (const box of await window.getByRole('checkbox').all()) await box.check();
  await trader.confirm(window);
}

/** Types a limit, and accepts that it is far from the mark. */
async function enterLimit(limit: string): Promise<void> {
  await total().fill(limit);
  for (const box of await form().getByRole('checkbox').all()) await box.check();
}

async function ask(limit: string, windows: number): Promise<void> {
  await enterLimit(limit);
  await button(text('quotations.ask')).click();
  for (let i = 0; i < windows; i++) await confirm();
  await stage('collecting').waitFor();
}

const offer = async (amount: bigint) =>
  answerRequest(trader.world.devnet, {
    ...(await newestRequest(trader.world.devnet)),
    amount,
    from: second,
  });

const allowanceLeft = () => page.getByTestId('left-allowance');

describe('asking makers for an option that no maker quotes', () => {
  it('offers to ask makers after a search without results, and copies the searched option into the form', async () => {
    await trader.wallet.open('Orders');
    await page.getByTestId('orders').locator('[data-row]').first().waitFor();
    await page.getByLabel(text('orders.searchLabel')).fill('eth put 2437');
    await page.getByText(text('orders.noneTitle')).waitFor();
    await picture(page, 'empty');
    await button(text('quotations.nothingFits')).click();
    await form().waitFor();
    expect(await form().getByLabel(text('orders.asset')).inputValue()).toBe('ETH');
    expect(await form().getByLabel(text('orders.structure')).inputValue()).toBe('PUT');
    const strike = text('quotations.strikeNumber', { number: 1 });
    expect(await form().getByLabel(strike).inputValue()).toBe('2437');
    // The devnet has one maker, and the quotes of a single maker suggest no limit.
    await page.getByText(textStart('quotations.fewMakers')).waitFor();
    await enterLimit('50');
    await eventually(async () =>
      expect(await button(text('quotations.ask')).isEnabled()).toBe(true),
    );
    await picture(page, 'form');
    await form().getByRole('figure').scrollIntoViewIfNeeded();
    await picture(page, 'figures');
    await button(text('quotations.ask')).scrollIntoViewIfNeeded();
    await picture(page, 'form-end');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('disables the button that asks makers while the account’s balance is too low, and reports the shortfall', async () => {
    await total().fill('99000000');
    await page.getByText(textPattern('quotations.short')).waitFor();
    expect(await button(text('quotations.ask')).isEnabled()).toBe(false);
    await picture(page, 'short');
  });

  it('asks makers, accepts an offer, and lists the new position', async () => {
    const { devnet } = trader.world;
    const before = await balanceOf(devnet, trader.account.address);
    await ask('60', 2);
    expect(await balanceOf(devnet, trader.account.address)).toBe(before - 60_000000n);
    await offer(41_000000n);
    await offers().first().waitFor();
    await picture(page, 'offer');
    expect(await axeFindings(page)).toEqual([]);
    await button(text('quotations.accept')).click();
    await confirm();
    await stage('settled').waitFor();
    await picture(page, 'traded');
    expect(await balanceOf(devnet, trader.account.address)).toBe(before - 41_000000n);
    await button(text('quotations.toPositions')).click();
    await page.getByTestId('positions').getByText('$2,437').first().waitFor();
    await picture(page, 'position');
  });

  it('offers to revoke the remaining allowance after the user cancels a request to sell', async () => {
    await openForm('eth put 2311');
    await form().getByLabel(text('orders.side')).selectOption('sell');
    await page.getByTestId('needs').getByText('2,311').waitFor();
    await button(text('quotations.ask')).scrollIntoViewIfNeeded();
    await picture(page, 'sell');
    await ask('5', 2);
    await picture(page, 'sell-asked');
    await button(text('quotations.cancel')).click();
    await confirm();
    await stage('cancelled').waitFor();
    await allowanceLeft().getByText(textPattern('quotations.allowanceLeft')).waitFor();
    await picture(page, 'left-allowance');
    await allowanceLeft().getByRole('button').click();
    await confirm();
    await allowanceLeft().waitFor({ state: 'detached' });
  });

  it('opens a request from Positions after a lock and a worker’s death, and accepts an offer', async () => {
    await openForm('eth put 2322');
    await ask('60', 2);
    await trader.wallet.open('Home');
    await trader.wallet.lock();
    await offer(42_000000n);
    await trader.wallet.unlock();
    await trader.browser.stopWorker();
    await trader.wallet.open('Positions');
    await button(text('quotations.openCount', 1)).click();
    await offers().first().waitFor();
    await button(text('quotations.accept')).click();
    await confirm();
    await stage('settled').waitFor();
    await button(text('quotations.titleNew')).click();
    await form().waitFor();
    await form().getByLabel(text('orders.structure')).selectOption('PUT_SPREAD');
    await form()
      .getByLabel(text('quotations.strikeNumber', { number: 2 }))
      .waitFor();
    await form().getByLabel(textStart('orders.structure')).selectOption('PHYSICAL_PUT');
    await page.getByText(textPattern('quotations.delivery')).waitFor();
    await page.getByText(textPattern('quotations.delivery')).scrollIntoViewIfNeeded();
    await picture(page, 'physical');
  });
});
