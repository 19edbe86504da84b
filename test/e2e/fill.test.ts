import { type Address, encodeFunctionData, type Hex, maxUint256, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { encodeFill } from '../../shared/orders/calldata.ts';
import { describeOrder } from '../../shared/orders/describe.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { premiumOf } from '../../shared/orders/sizing.ts';
import { contracts } from '../../shared/units.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve, fillOrder, sendFrom } from '../devnet/fill.ts';
import { balanceOf, quoting } from '../devnet/quoting.ts';
import { receiptOf } from '../devnet/receipt.ts';
import { axeFindings } from '../helpers/axe.ts';
import { dappUser } from '../helpers/dapp-user.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { anyOf, text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';
import { withdrawQuotes } from '../helpers/withdraw-quotes.ts';

const USDC = tokenNamed('USDC').address;
/** Name of the last step of a fill, with or without an allowance before it. */
const LAST_STEP = anyOf(
  textPattern('ticket.stepOf', { index: 1, count: 1 }),
  textPattern('ticket.stepOf', { index: 2, count: 2 }),
);

let trader: Trader;

beforeAll(async () => {
  trader = await startTrader();
});
afterAll(async () => trader?.stop());

const allowance = (owner: Address) =>
  trader.world.devnet.client.readContract({
    address: USDC,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, BOOK_R12],
  });

const balance = (owner: Address) => balanceOf(trader.world.devnet, owner);

describe('a ticket', () => {
  it('a ticket converts between premium and contracts, works with the keyboard and has no axe violations', async () => {
    const { page } = trader;
    await trader.pick(/BuyETH Call spread/, 'buy call spread');
    const spend = page.getByLabel(text('ticket.spend'));
    const count = page.getByLabel(text('ticket.contracts'));
    await spend.fill('100');
    const bought = Number(await count.inputValue());
    expect(bought).toBeGreaterThan(1);
    await count.fill('2');
    const cost = Number(await spend.inputValue());
    expect(cost).toBeCloseTo((100 / bought) * 2, 3);
    await count.fill('1e3');
    await page.getByText(text('ticket.noNumber')).waitFor();
    expect(
      await page.getByRole('button', { name: textStart('ticket.reviewBuy') }).isDisabled(),
    ).toBe(true);
    await page.getByRole('button', { name: text('ticket.max'), exact: true }).click();
    expect(Number(await count.inputValue())).toBeGreaterThan(2);
    await count.fill('1');

    const chart = page.getByRole('slider').first();
    await chart.focus();
    await page.keyboard.press('End');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(
      textStart('chart.profitAt', { asset: 'ETH' }),
    );
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(
      textStart('chart.lossAt', { asset: 'ETH' }),
    );
    await page.getByRole('button', { name: text('chart.payoutView'), exact: true }).click();
    expect(await chart.getAttribute('aria-valuetext')).toMatch(
      textStart('chart.payoutAt', { asset: 'ETH', value: '$0.00' }),
    );
    await page.getByRole('button', { name: text('chart.profitView'), exact: true }).click();
    const date = page.getByRole('slider', { name: text('ticket.valueDate') });
    const words = () => date.getAttribute('aria-valuetext');
    expect(await words()).toMatch(textStart('ticket.valueNow'));
    await date.press('End');
    expect(await words()).toMatch(textStart('desk.atExpiry'));
    expect(await words()).toContain('ETH');
    await date.press('Home');
    await page.getByText(text('ticket.scenarios')).click();
    expect(await page.getByRole('row').count()).toBeGreaterThan(6);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows a cost rounded up to the cent, and copies the exact amount', async () => {
    const { page } = trader;
    const row = page.getByText(text('ticket.premium'), { exact: true }).locator('xpath=..');
    const copied = await row.getByRole('definition').evaluate((figure: HTMLElement) => {
      getSelection()?.selectAllChildren(figure);
      const clipboardData = new DataTransfer();
      figure.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
      );
      return { shown: figure.textContent, copied: clipboardData.getData('text/plain') };
    });
    expect(copied.shown).toMatch(/^\d+\.\d{2} USDC$/);
    expect(copied.copied).toMatch(/^\d+\.\d{3,6} USDC$/);
    const rounding = Number.parseFloat(copied.shown) - Number.parseFloat(copied.copied);
    expect(rounding > 0 && rounding < 0.01).toBe(true);
  });

  it('fills an order in two confirmed steps with the exact allowance, and verifies the fill’s receipt', async () => {
    const { page, account } = trader;
    await page.getByRole('button', { name: textStart('ticket.reviewBuy', { count: 1 }) }).click();
    await page.getByText(text('ticket.stepOf', { index: 1, count: 2 }), { exact: true }).waitFor();
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    expect(await focused()).toBe(text('ticket.review'));
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: text('ui.back'), exact: true }).click();

    const first = await trader.begin();
    await first.getByText(text('ticket.stepOf', { index: 1, count: 2 })).waitFor();
    expect(await first.getByRole('heading', { level: 1 }).textContent()).toMatch(
      textStart('actions.asked.approve', { who: text('meaning.theOrderBook') }),
    );
    await trader.confirm(first);
    const second = await trader.approval();
    await second.getByText(text('ticket.stepOf', { index: 2, count: 2 })).waitFor();
    // The second step uses the window of the first one, which stays open.
    expect(second === first && !first.isClosed()).toBe(true);
    await second.getByText(text('checks.passed', 18)).waitFor();
    // Three facts show a time: two the end of the option, one the end of the quote. Each shows the
    // local time, and UTC on hover.
    const times = await second
      .getByTitle(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{2}:\d{2} UTC$/)
      .all();
    expect(times.length).toBe(3);
    for (const time of times) expect(await time.textContent()).toMatch(/, \d{2}:\d{2}$/);
    expect(await axeFindings(second)).toEqual([]);
    expect(await allowance(account.address)).toBeGreaterThan(0n);
    await trader.confirm(second);

    await page.getByText(text('progress.asSigned')).waitFor();
    // No unit of the allowance is left.
    expect(await allowance(account.address)).toBe(0n);
    await page.getByText(text('progress.compared')).click();
    expect(await page.getByText(text('progress.fact.implementation')).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: text('progress.positions') }).click();
    const position = page.getByTestId('positions').getByText(text('products.CALL_SPREAD')).first();
    await position.click();
    await page.getByTestId('position').waitFor();
    // No explorer knows the devnet’s chain.
    expect(await page.getByRole('link', { name: text('positions.explorer') }).count()).toBe(0);
    await page
      .getByRole('navigation')
      .getByRole('button', { name: text('pages.positions'), exact: true })
      .click();
    await position.waitFor();

    await trader.wallet.open('Home');
    const breakdown = page.getByTestId('breakdown');
    await breakdown.getByText(text('home.inPositions')).waitFor();
    const cents = (text: string | null) => Number((text ?? '').replace(/[^\d]/g, ''));
    const parts = await breakdown.getByRole('definition').allTextContents();
    const sum = parts.reduce((total, part) => total + cents(part), 0);
    expect(cents(await page.getByTestId('total').textContent())).toBe(sum);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('lets the user return to a fill from a different page and accept a newer price', async () => {
    const { page, world } = trader;
    await world.devnet.setPrice('ETH', 2_600_00000000n);
    await withdrawQuotes(world.url, world.devnet.accounts.maker);
    await world.maker.quoteNow();
    await trader.wallet.open('Orders');
    await page.getByTitle(text('orders.refresh')).click();
    await trader.pick(/BuyETH Put spread/, 'buy put spread');
    const first = await trader.begin();
    // The new price exceeds the tolerance, because a put spread gains value when the spot price
    // falls.
    await world.devnet.setPrice('ETH', 2_595_00000000n);
    await withdrawQuotes(world.url, world.devnet.accounts.maker);
    await world.maker.quoteNow();
    await trader.wallet.open('Home');
    const line = page.getByRole('button', { name: textPattern('ticket.buyTitle') });
    await line.filter({ hasText: text('progress.yourTurnStrip') }).waitFor();
    await trader.confirm(first);
    await line.filter({ hasText: text('progress.replacedStrip') }).click();
    await page.getByText(textPattern('progress.replacedWhy')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: text('progress.takeIt') }).click();
    for (const window = await trader.approval(); ; ) {
      const isLast = (await window.getByText(LAST_STEP).count()) === 1;
      await trader.confirm(window);
      if (isLast) break;
      await trader.approval();
    }
    await page.getByText(text('progress.asSigned')).waitFor();
  });

  it('keeps the reviewed size when another fill uses part of the budget, and blocks the fill with an explanation', async () => {
    const { page, world } = trader;
    const { devnet } = world;
    const [, other] = devnet.accounts.takers;
    if (other === undefined) throw new Error('The devnet has one taker only.');
    await devnet.fund(other.address, { usdc: 10n ** 12n });
    await approve(devnet, other, { token: USDC, amount: maxUint256 });
    const signed = await quoting(devnet)({ strikes: [2_444_00000000n], budget: 2_000_000000n });
    await postQuotes(world.url, [signed]);
    await trader.wallet.open('Orders');
    await page.getByTitle(text('orders.refresh')).click();
    await trader.pick(/BuyETH Put/, '2444');
    await page
      .getByRole('button', { name: textStart('ticket.reviewBuy', { count: '0.81833' }) })
      .click();
    const begin = page.getByRole('button', { name: textStart('ticket.begin') });
    await begin.waitFor();
    await fillOrder(devnet, { signed, taker: other, numContracts: contracts(500_000n) });
    await page.getByText(textPattern('ticket.overBudget')).waitFor();
    expect(await page.getByText(textStart('actions.asked.buy', { count: '0.81833' })).count()).toBe(
      1,
    );
    expect(await begin.isDisabled()).toBe(true);
    await page.getByRole('button', { name: text('ui.back'), exact: true }).click();
    await page
      .getByRole('button', { name: textStart('ticket.reviewBuy', { count: '0.31833' }) })
      .waitFor();
    await page.getByRole('button', { name: text('ui.back'), exact: true }).click();
  });

  it('Home reports a failed fill until the user has seen which balance was too low', async () => {
    const { page, world, account } = trader;
    await trader.pick(/BuyETH Call condor/, 'call condor');
    await trader.confirm(await trader.begin());
    const second = await trader.approval();
    await trader.wallet.open('Home');
    const all = await balance(account.address);
    await sendFrom(world.devnet, account, {
      to: USDC,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [world.devnet.accounts.deployer.address, all],
      }),
    });
    await trader.confirm(second);
    const line = page.getByRole('button', { name: textPattern('progress.failedStrip') });
    await line.click();
    await page.getByText(textPattern('fill.reverted.balance')).waitFor();
    await page.getByText(textPattern('progress.allowanceLeft')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: text('ui.back'), exact: true }).click();
    await page.getByTestId('address').waitFor();
    expect(await line.count()).toBe(0);
    await world.devnet.fund(account.address, { usdc: all });
  });
});

describe('a fill that a dApp asks for', () => {
  it('the wallet shows a dApp’s fill and its allowance in one review, and sends both as the dApp requested', async () => {
    const { world, browser, account } = trader;
    const [signed] = (await world.maker.quoteNow()).filter(
      ({ order }) => describeOrder(order).product?.name === 'PUT_SPREAD',
    );
    if (signed === undefined) throw new Error('the maker quotes put spreads');
    const numContracts = contracts(1_000000n);
    const calls = callsFor(signed, numContracts);
    const site = await dappUser(browser, world.dapp.url);
    await site.answer(await site.connect(), 'Connect');
    const request = {
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: '0x2105',
          from: account.address,
          atomicRequired: false,
          calls,
        },
      ],
    };
    const window = await site.approval(() =>
      site.page.evaluate(`void ethereum.request(${JSON.stringify(request)})`),
    );
    await window.getByText(text('approvals.bundle', { count: 2 })).waitFor();
    await window.getByText(text('check.allowance.granted')).waitFor();
    const before = await world.devnet.client.getTransactionCount({ address: account.address });
    await site.answer(window, 'Confirm');

    const sent = await sentAfter(before, calls.length);
    expect(sent.map(({ to, input }) => ({ to, data: input }))).toEqual(
      calls.map(({ to, data }) => ({ to: to.toLowerCase(), data })),
    );
    const { logs } = await receiptOf(world.devnet.client, sent[1]?.hash ?? '0x');
    expect(logs.length).toBeGreaterThan(3);
    expect(await allowance(account.address)).toBe(0n);
  });

  async function sentAfter(before: number, count: number) {
    const { client } = trader.world.devnet;
    const from = trader.account.address.toLowerCase();
    await expect
      .poll(() => client.getTransactionCount({ address: trader.account.address }))
      .toBe(before + count);
    const head = await client.getBlockNumber();
    const blocks = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        client.getBlock({ blockNumber: head - BigInt(i), includeTransactions: true }),
      ),
    );
    return blocks
      .flatMap(({ transactions }) => transactions)
      .filter((one) => one.from === from && one.nonce >= before)
      .sort((a, b) => a.nonce - b.nonce);
  }
});

function callsFor({ order, signature }: SignedOrder, numContracts: ReturnType<typeof contracts>) {
  const premium = premiumOf(order.price, numContracts);
  const calls: { to: Address; data: Hex }[] = [
    {
      to: USDC,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [BOOK_R12, premium],
      }),
    },
    {
      to: BOOK_R12,
      data: encodeFill({ order, signature, referrer: zeroAddress, numContracts }),
    },
  ];
  return calls;
}
