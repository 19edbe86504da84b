import type { Locator, Page } from 'playwright-core';
import { type Hex, maxUint256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts } from '../../shared/units.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve, type Fill, fillOrder } from '../devnet/fill.ts';
import { balanceOf, type Quoting, quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { lastExpiry } from '../helpers/last-expiry.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const RECEIVER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
/** ETH puts by name: strike in dollars, price per contract, contracts (negative: sold), owner. */
const BOOK = {
  bought: { strike: 2400, price: 40, count: 2, owner: 'Trader' },
  sold: { strike: 2200, price: 15, count: -1, owner: 'Trader' },
  due: { strike: 2700, price: 120, count: 1, owner: 'Trader' },
  other: { strike: 2300, price: 25, count: 3, owner: 'Second' },
} as const;

let trader: Trader;
let desk: Page;
let quote: Quoting;
const options: Partial<Record<keyof typeof BOOK, Fill>> = {};
/** Expiry of the live quotes. The wallet computes the positions' values from their volatility. */
let expiry: number;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  const { devnet, url } = trader.world;
  const [, second] = devnet.accounts.takers;
  await devnet.fund(second.address, { usdc: 10n ** 12n });
  await approve(devnet, second, { token: tokenNamed('USDC').address, amount: maxUint256 });
  const key: Hex = toHex(second.getHdKey().privateKey ?? new Uint8Array());
  await trader.wallet.open('Home');
  await trader.wallet.importWallet('Second', key);
  quote = quoting(devnet);
  expiry = await lastExpiry({ url });
  for (const [name, { strike, price, count, owner }] of Object.entries(BOOK))
    options[name as keyof typeof BOOK] = await fillOrder(devnet, {
      signed: await quote({
        strikes: [BigInt(strike) * 100_000_000n],
        price: BigInt(price) * 100_000_000n,
        isLong: count < 0,
        expiry: name === 'due' ? (await devnet.now()) + 20 : expiry,
      }),
      taker: owner === 'Second' ? second : trader.account,
      numContracts: contracts(BigInt(Math.abs(count) * 1_000_000)),
    });
  await trader.page
    .getByRole('combobox', { name: text('home.account') })
    .selectOption({ value: trader.account.address });
  await trader.wallet.open('Orders');
  const opened = trader.page.context().waitForEvent('page');
  await trader.page.getByRole('button', { name: text('desk.open') }).click();
  desk = await opened;
  await desk.setViewportSize({ width: 1280, height: 900 });
  await show('desk.portfolio');
});
afterAll(() => trader?.stop());

const button = (name: string | RegExp) => desk.getByRole('button', { name, exact: true });
const show = (section: 'desk.portfolio' | 'desk.profitSection') => button(text(section)).click();
const held = () => desk.getByTestId('held').locator('[data-position]');
const rowOf = (name: keyof typeof BOOK): Locator =>
  desk.locator(`[data-position^="${options[name]?.optionAddress.toLowerCase()}"]`);
const manage = () => desk.getByTestId('position');
const item = (name: string, where: Locator = manage()) =>
  where.getByRole('listitem').filter({ has: desk.getByText(name, { exact: true }) });

async function open(name: keyof typeof BOOK): Promise<void> {
  await desk.bringToFront();
  await rowOf(name).getByRole('button').click();
  await manage().waitFor();
}

const back = () =>
  manage()
    .getByRole('button', { name: text('ui.back'), exact: true })
    .click();

async function confirm(): Promise<string> {
  const window = await trader.approval();
  for (const box of await window.getByRole('checkbox').all()) await box.check();
  const said = (await window.locator('main').allInnerTexts()).join('\n');
  await trader.confirm(window);
  await desk.bringToFront();
  return said;
}

/** Parses shown dollars: "−$1,234.50". */
const dollars = (written: string | null) =>
  Number((written ?? '').replace('−', '-').replace(/[$+,<]/g, ''));

describe('several accounts on the desk', () => {
  const choose = (label: string) =>
    desk.getByRole('combobox', { name: text('home.account') }).selectOption({ label });

  it('the desk lists the active account’s positions, and names each row’s account after the user selects all accounts', async () => {
    await eventually(async () => expect(await held().count()).toBe(3));
    expect(await desk.getByTestId('held').getByText('Second').count()).toBe(0);
    await choose(text('desk.allAccounts'));
    await eventually(async () => expect(await held().count()).toBe(4));
    expect(await rowOf('other').textContent()).toContain('Second');
    expect(await rowOf('bought').textContent()).toContain('Trader');
    expect(await axeFindings(desk)).toEqual([]);
    await choose('Second');
    await eventually(async () => expect(await held().count()).toBe(1));
  });

  it('the profits of both accounts add up to the total', async () => {
    await show('desk.profitSection');
    await choose(text('desk.allAccounts'));
    await button(text('desk.by.account')).click();
    const groups = desk.getByTestId('profit').locator('[data-group]');
    await eventually(async () => expect(await groups.count()).toBe(2));
    const names = await groups.getByRole('rowheader').allInnerTexts();
    expect(names.sort()).toEqual(['Second', 'Trader']);
    const total = desk
      .locator('dl > div', { has: desk.getByText(text('desk.unrealised'), { exact: true }) })
      .locator('dd');
    await eventually(async () => {
      let sum = 0;
      for (const row of await groups.all())
        sum += dollars(await row.locator('td').last().textContent());
      // Each shown amount is rounded down to the cent.
      expect(Math.abs(sum - dollars(await total.textContent()))).toBeLessThan(0.02);
    });
    await show('desk.portfolio');
    await choose(text('desk.allAccounts'));
    await eventually(async () => expect(await held().count()).toBe(4));
  });
});

describe('managing a position on the desk', () => {
  it('shows a position’s possible actions with their costs, and explains which actions aren’t possible yet', async () => {
    await open('bought');
    const split = item(text('positions.split'));
    await split.getByText(textPattern('desk.contractFee')).waitFor();
    await split.getByText(textPattern('desk.networkFee')).waitFor();
    await split.getByText(textPattern('desk.possibleUntil')).waitFor();
    await item(text('positions.transfer')).getByText(textPattern('desk.networkFee')).waitFor();
    const notNow = desk.getByTestId('not-now');
    await item(text('positions.payout'), notNow)
      .getByText(textPattern('desk.possibleFrom'))
      .waitFor();
    expect(await item(text('positions.close'), notNow).count()).toBe(0);
    expect(await item(text('positions.returnExcess')).count()).toBe(0);
    expect(await axeFindings(desk)).toEqual([]);
    await back();
    await open('sold');
    await item(text('positions.returnExcess'), desk.getByTestId('not-now')).waitFor();
    await item(text('desk.offset'), desk.getByTestId('not-now'))
      .getByText(text('desk.noOffset.noMaker'))
      .waitFor();
    await back();
  });

  it('the user reaches a position’s action with the keyboard alone, and the focus returns to the position’s row', async () => {
    await rowOf('bought').getByRole('button').focus();
    await desk.keyboard.press('Enter');
    await manage().waitFor();
    const focused = () => desk.evaluate('document.activeElement.textContent');
    for (let stop = 0; stop < 30 && (await focused()) !== text('positions.split'); stop++)
      await desk.keyboard.press('Tab');
    await desk.keyboard.press('Enter');
    await desk.getByLabel(text('positions.splitContracts')).waitFor();
    expect(await axeFindings(desk)).toEqual([]);
    await button(text('ui.back')).press('Enter');
    await manage().waitFor();
    await manage()
      .getByRole('button', { name: text('ui.back'), exact: true })
      .press('Enter');
    await eventually(async () => {
      const row = 'document.activeElement.closest("[data-position]")?.dataset.position';
      expect(await desk.evaluate(row)).toContain(options.bought?.optionAddress.toLowerCase());
    });
  });

  it('compares a position with its opposite, and opens the opposite’s ticket in the position’s size', async () => {
    const { url } = trader.world;
    await postQuotes(url, [
      await quote({
        strikes: [240_000_000_000n],
        price: 50_00000000n,
        isLong: true,
        expiry,
        orderExpiry: (await trader.world.devnet.now()) + 900,
      }),
    ]);
    const spot = Number(await desk.getByTestId('portfolio').getAttribute('data-spot'));
    await open('bought');
    const offset = item(text('desk.offset'));
    await offset.getByRole('button', { name: text('desk.offsetCompare') }).click();
    const panel = desk.getByTestId('offset');
    await panel.getByText(textPattern('desk.staysSettlements')).waitFor();
    await panel.getByText(textPattern('desk.staysCollateral', { amount: '4,800 USDC' })).waitFor();
    await panel.getByText(text('desk.curveTable')).click();
    const paid = Number(options.bought?.premium) / 1e6;
    // 0.06 % of the notional, because 12.5 % of the premium would be more.
    const fee = 2 * spot * 0.0006;
    const result = 2 * 50 - fee - paid;
    const rows = await desk.getByTestId('offset-curve').locator('tbody tr').all();
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      const price = dollars(await row.getByRole('rowheader').textContent());
      const [own, opposite, both] = (await row.locator('td').allInnerTexts()).map(dollars);
      expect(Math.abs((own ?? 0) - (2 * Math.max(2400 - price, 0) - paid))).toBeLessThan(0.02);
      expect(Math.abs((both ?? 0) - result)).toBeLessThan(0.02);
      expect(Math.abs((own ?? 0) + (opposite ?? 0) - (both ?? 0))).toBeLessThan(0.03);
    }
    // An offset leaves two open positions, so the panel must not speak of closing.
    expect(await panel.getByText(/clos/i).count()).toBe(0);
    expect(await axeFindings(desk)).toEqual([]);
    await panel.getByRole('button', { name: textStart('desk.sellAt') }).click();
    const ticket = desk.getByRole('region', { name: text('ticket.order') });
    expect(await ticket.getByLabel(text('ticket.contracts')).inputValue()).toBe('2');
    await ticket.getByRole('button', { name: textStart('ticket.reviewSell') }).click();
    await ticket.getByRole('button', { name: textStart('ticket.beginOne') }).waitFor();
    await desk.keyboard.press('Escape');
    await desk.keyboard.press('Escape');
    await back();
  });

  it('shows the contract’s fee for a split before the user confirms the split', async () => {
    await open('bought');
    await item(text('positions.split'))
      .getByRole('button', { name: text('positions.split') })
      .click();
    const field = desk.getByLabel(text('positions.splitContracts'));
    await field.fill('2');
    await desk.getByText(textPattern('positions.splitWrong')).waitFor();
    await field.fill('0.5');
    await desk.getByText('1.5 contracts, 3,600 USDC of collateral').waitFor();
    await button(text('positions.giveReview')).click();
    const said = await confirm();
    expect(said).toContain(text('actions.asked.split'));
    expect(said).toContain(text('fill.note.contractFee'));
    expect(said).toContain('1,200 USDC');
    expect(said).not.toMatch(textPattern('meaning.dangerTakesCoin'));
    await manage().waitFor();
    await back();
    await eventually(async () => expect(await held().count()).toBe(5));
    await rowOf('bought').getByText('· 1.5 ·', { exact: false }).waitFor();
  });

  it('returns the exact excess collateral to the seller', async () => {
    const { devnet } = trader.world;
    const { optionAddress, seller } = options.sold ?? expect.unreachable();
    await devnet.fund(optionAddress, { usdc: 7_000000n });
    await open('sold');
    const excess = item(text('positions.returnExcess'));
    const press = excess.getByRole('button', { name: text('positions.returnExcess') });
    await press.waitFor();
    await excess.getByText(text('positions.returnExcessHint', { excess: '7 USDC' })).waitFor();
    const before = await balanceOf(devnet, seller);
    await press.click();
    expect(await confirm()).toContain(text('actions.asked.returnExcessCollateral'));
    await eventually(async () =>
      expect((await balanceOf(devnet, seller)) - before).toBe(7_000000n),
    );
    await back();
  });

  it('settles an expired position', async () => {
    await open('due');
    const payout = item(text('positions.payout'));
    await payout.getByText(textPattern('desk.possibleSince')).waitFor();
    await payout.getByRole('button', { name: text('positions.payout') }).click();
    expect(await confirm()).toContain(text('actions.asked.payout'));
    await desk.getByText(text('desk.endedPosition')).waitFor();
    await back();
  });

  it('signs a transfer with the account that holds the position, even if a different account is active', async () => {
    await open('other');
    await desk.getByText(text('desk.actsAs', { account: 'Second' })).waitFor();
    await item(text('positions.transfer'))
      .getByRole('button', { name: text('positions.transfer') })
      .click();
    await desk.getByLabel(text('positions.giveTo')).fill(RECEIVER);
    await desk.getByText(text('positions.giveFirstTime')).waitFor();
    await button(text('positions.giveReview')).click();
    const said = await confirm();
    expect(said).toContain('Second');
    expect(said).toContain(text('danger.givesBuyer', { target: '0x9965…A4dc' }));
    await button(text('ui.back')).click();
    await eventually(async () => expect(await rowOf('other').count()).toBe(0));
  });

  it.each([
    ['wide', 1280],
    ['narrow', 360],
  ])('the management of a position has no accessibility problem on a %s page', async (_, width) => {
    await desk.setViewportSize({ width, height: 800 });
    await open('bought');
    await item(text('positions.split')).getByText(textPattern('desk.networkFee')).waitFor();
    expect(await axeFindings(desk)).toEqual([]);
    await back();
    await held().first().waitFor();
    expect(await axeFindings(desk)).toEqual([]);
  });
});
