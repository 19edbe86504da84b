import { encodeFunctionData, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, DELEGATOR } from '../../shared/chain/delegation.ts';
import { reserveOf } from '../../shared/chain/lending.ts';
import { optionAbi } from '../devnet/abi/full.ts';
import type { OrderInput } from '../devnet/build-order.ts';
import { readFill } from '../devnet/fill.ts';
import { balanceOf, quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const picture = picturesIn('screens-any-money');

let trader: Trader;
beforeAll(async () => {
  trader = await startTrader({ funds: { usdc: 5_000_000000n } });
});
afterAll(() => trader?.stop());

const { asset: WETH, receipt: A_WETH } = reserveOf('WETH');
const { asset: USDC, receipt: A_USDC } = reserveOf('USDC');
const held = (token: { readonly address: `0x${string}` }) =>
  balanceOf(trader.world.devnet, trader.account.address, token.address);

/** Posts a bid of the maker for receipts, at a strike that no other quote has. */
async function bid(change: Partial<OrderInput>): Promise<number> {
  const { devnet } = trader.world;
  const expiry = (await devnet.now()) + 100_000;
  const signed = await quoting(devnet)({ isLong: true, inReceipts: true, expiry, ...change });
  await postQuotes(trader.world.url, [signed]);
  await trader.wallet.open('Orders');
  await trader.page.getByTitle(text('orders.refresh')).click();
  return expiry;
}

/** Opens the review with the sum of all steps, and returns to the ticket. */
async function review(steps: number): Promise<void> {
  const { page } = trader;
  await page.getByRole('button', { name: textStart('ticket.reviewSell') }).click();
  const whole = page.getByTestId('whole-fill');
  await whole.getByRole('slider').waitFor();
  const said = await whole.textContent();
  for (const words of [
    text('ticket.asSeller'),
    text('ticket.premiumDeducted'),
    text('ticket.networkFees'),
  ])
    expect(said).toContain(words);
  // The batch uses money that is left from the previous fill.
  if (steps > 1) {
    expect(said).toContain(text('ticket.whole', { count: steps }));
    expect(said).toMatch(textPattern('funds.surplusLent'));
  }
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, `review-of-${steps}`, true);
  await page.getByRole('button', { name: text('ui.back'), exact: true }).click();
}

/** Fills the open ticket. Returns the option that the receipt names. */
async function sell(size: string, steps: number) {
  const { page } = trader;
  await page.getByLabel(text('ticket.contracts')).fill(size);
  await page.getByTestId('conversion').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await review(steps);
  let window = await trader.begin();
  for (let step = 1; step <= steps; step++) {
    if (step > 1) window = await trader.approval();
    if (steps > 1) {
      const place = { index: step, count: steps };
      await window.getByText(text('approvals.stepOfFill', place)).waitFor();
    }
    // Only the buyer quotes this expiry.
    if (step === steps)
      await window.getByRole('checkbox', { name: text('danger.value.unknown') }).check();
    await trader.confirm(window);
  }
  await page.getByText(text('progress.asSigned')).waitFor();
  const hash = await page
    .locator('[data-fill] ol li')
    .nth(steps + 1)
    .getByTitle(/^0x/)
    .getAttribute('title');
  const receipt = await trader.world.devnet.client.getTransactionReceipt({
    hash: `0x${hash?.slice(2) ?? ''}`,
  });
  return readFill(receipt).optionAddress;
}

/** Waits until the options have expired, and settles them as their buyer does. */
async function settle(options: readonly `0x${string}`[], expiry: number): Promise<void> {
  const { devnet } = trader.world;
  await devnet.advanceTo(expiry + 1);
  const data = encodeFunctionData({ abi: optionAbi, functionName: 'payout' });
  for (const to of options) await devnet.send({ from: devnet.accounts.maker.address, to, data });
}

/** Converts an asset back on Home, with this number of transactions. */
async function goBack(asset: string, transactions: number): Promise<void> {
  const back = trader.page.getByRole('button', { name: text('funds.back', { asset }) });
  await back.click();
  for (let step = 0; step < transactions; step++) {
    const window = await trader.approval();
    // The chain's clock is a day ahead, so interest makes the wallet's second simulation differ.
    for (const box of await window.getByRole('checkbox').all()) await box.check();
    await trader.confirm(window);
  }
  await back.waitFor({ state: 'detached' });
}

describe('a new user who sells options to a maker that wants receipts of the lending pool', () => {
  const options: `0x${string}`[] = [];
  let expiry = 0;

  it('sells a put that is secured with dollars', async () => {
    expiry = await bid({ product: 'PUT', strikes: [2_466_00000000n], price: 40_00000000n });
    await trader.pick(/SellETH Put/, '2466');
    options.push(await sell('1', 4));
    expect((await held(USDC)) + (await held(A_USDC))).toBeLessThan(2_600_000000n);
  });

  it('the wallet restores the ticket and its size when a lock interrupts the steps', async () => {
    const { page, wallet } = trader;
    await bid({ product: 'PUT', strikes: [2_477_00000000n], price: 40_00000000n });
    await trader.pick(/SellETH Put/, '2477');
    await page.getByLabel(text('ticket.contracts')).fill('0.5');
    await trader.confirm(await trader.begin());
    await trader.approval();
    await wallet.open('Home');
    await wallet.lock();
    await wallet.unlock();
    await page.getByRole('button', { name: textPattern('progress.failedStrip') }).click();
    await page.getByRole('button', { name: text('progress.again') }).click();
    const size = page.getByLabel(text('ticket.contracts'));
    await size.waitFor();
    expect(await size.inputValue()).toBe('0.5');
    await wallet.open('Home');
    expect(await page.getByText(text('progress.failedStrip')).count()).toBe(0);
  });

  it('sells a call that is covered with ether', async () => {
    expiry = await bid({
      product: 'INVERSE_CALL',
      strikes: [2_733_00000000n],
      price: 1_000_000n,
      budget: parseEther('1'),
    });
    await trader.pick(/SellETH Inverse call/, '2733');
    options.push(await sell('0.5', 5));
    expect(await held(WETH)).toBeLessThan(3n);
  });

  it('a smart account sells a covered call with one prompt and one transaction', async () => {
    const { page, world, account } = trader;
    await trader.wallet.open('Home');
    await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await page.getByRole('button', { name: text('delegation.title') }).click();
    await page.getByRole('checkbox', { name: text('delegation.switch') }).click();
    const sent = await world.devnet.client.getTransactionCount({ address: account.address });
    expiry = await bid({
      product: 'INVERSE_CALL',
      strikes: [2_744_00000000n],
      price: 1_000_000n,
      budget: parseEther('1'),
    });
    await trader.pick(/SellETH Inverse call/, '2744');
    options.push(await sell('0.25', 1));
    const nonce = await world.devnet.client.getTransactionCount({ address: account.address });
    // The transaction and its authorization each use a nonce.
    expect(nonce - sent).toBe(2);
    expect(await world.devnet.client.getCode({ address: account.address })).toBe(codeOf(DELEGATOR));
  });

  it('Home shows the yield after settlement, and converts receipts to dollars and to ether with one button each', async () => {
    const { page } = trader;
    await settle(options, expiry);
    await trader.wallet.open('Home');
    await page.getByText(textPattern('funds.lentAt', { rate: '3.1%' })).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await goBack('USDC', 1);
    await goBack('ETH', 2);
    expect([await held(WETH), await held(A_WETH), await held(A_USDC)]).toEqual([0n, 0n, 0n]);
    expect(await held(USDC)).toBeGreaterThan(5_030_000000n);
  });
});
