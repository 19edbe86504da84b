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
import { quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { anyOf, text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const picture = picturesIn('roll');

let trader: Trader;
let page: Page;
let second: HDAccount;
let held: Fill;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  page = trader.page;
  const { devnet } = trader.world;
  [, second] = devnet.accounts.takers;
  await devnet.fund(second.address, { usdc: 10n ** 12n });
  await approve(devnet, second, {
    token: tokenNamed('USDC').address,
    amount: maxUint256,
    spender: FACTORY_R12,
  });
  const feed = parseFeed(await (await fetch(`${trader.world.url}/orders/`)).json());
  const puts = (feed?.orders ?? []).filter(({ order }) => !order.isLong);
  // With the expiry of live quotes, whose volatility values the position.
  const expiry = Math.min(...puts.map(({ order }) => order.expiry));
  held = await fillOrder(devnet, {
    signed: await quoting(devnet)({ expiry, strikes: [2_500_00000000n] }),
    taker: trader.account,
    numContracts: contracts(1_000_000n),
  });
});
afterAll(() => trader?.stop());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const parts = () => page.locator('[data-part-state]');
const states = () =>
  parts().evaluateAll((all) => all.map((part) => part.getAttribute('data-part-state')));
const net = () => page.getByTestId('roll-net').first();

/** The browser is locked and its worker ended, as after a night. */
async function lockAndKill(): Promise<void> {
  await trader.wallet.open('Home');
  await trader.wallet.lock();
  await trader.browser.stopWorker();
  await trader.wallet.unlock();
}

async function goOn(): Promise<void> {
  await trader.wallet.open('Positions');
  await button(textStart('roll.unfinished')).click();
  await parts().first().waitFor();
}

describe('rolling a position', () => {
  it('shows the net of each target before anything is asked', async () => {
    await trader.wallet.open('Positions');
    await page.getByTestId('positions').getByText('$2,500').first().click();
    await button(text('roll.title')).click();
    const targets = page.getByTestId('roll-targets').getByRole('listitem');
    await targets.first().waitFor();
    expect(await net().textContent()).toContain('$');
    await picture(page, 'targets');
    expect(await axeFindings(page)).toEqual([]);
    await targets.first().getByRole('button').click();
    await parts().first().waitFor();
    expect(await states()).toEqual(['current', 'waits']);
    await picture(page, 'parts');
  });

  it('closes the position first, after a lock and a worker’s death', async () => {
    await page.getByLabel(/total/).first().fill('10');
    await button(text('quotations.ask')).click();
    await trader.confirm(await trader.approval());
    await page.locator('[data-stage=collecting]').waitFor();
    await lockAndKill();
    await answerRequest(trader.world.devnet, {
      ...(await newestRequest(trader.world.devnet)),
      amount: 31_000000n,
      from: second,
    });
    await goOn();
    await button(text('quotations.accept')).waitFor();
    await net().getByText(textPattern('roll.closesOffer')).waitFor();
    await net()
      .getByText(anyOf(textStart('roll.netDebit'), textStart('roll.netCredit')))
      .waitFor();
    expect(await net().textContent()).toContain('29.44');
    await picture(page, 'offer');
    await button(text('quotations.accept')).click();
    await trader.confirm(await trader.approval());
    await page.getByTestId('roll-opening').waitFor();
    expect(await states()).toEqual(['done', 'current']);
    const buyer = await trader.world.devnet.client.readContract({
      address: held.optionAddress,
      abi: optionAbi,
      functionName: 'buyer',
    });
    expect(buyer).toBe(second.address);
    await picture(page, 'between');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('says where the account is when the second part fails, also after a worker’s death', async () => {
    await button(textStart('roll.openNow')).click();
    const window = await trader.begin();
    await window.getByRole('button', { name: text('approvals.reject'), exact: true }).click();
    await lockAndKill();
    await goOn();
    await page.getByText(text('roll.between')).waitFor();
    expect(await states()).toEqual(['done', 'current']);
  });

  it('says what remains after a part was opened', async () => {
    await button(textStart('roll.openNow')).click();
    await page.getByLabel(text('ticket.contracts'), { exact: true }).fill('0.4');
    await trader.confirm(await trader.begin());
    await button(text('progress.positions')).click();
    await page
      .getByText(text('roll.openedPart', { opened: '0.4', all: '1', rest: '0.6' }))
      .waitFor();
    expect(await states()).toEqual(['done', 'current']);
    await picture(page, 'part');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('opens the rest, shows both amounts, and is forgotten', async () => {
    await button(textStart('roll.openNow')).click();
    await trader.confirm(await trader.begin());
    await button(text('progress.positions')).click();
    await page.getByText(text('roll.bothDone')).waitFor();
    expect(await states()).toEqual(['done', 'done']);
    await net().getByText(textPattern('roll.opensDone')).waitFor();
    await picture(page, 'done');
    await button(text('roll.finish')).click();
    await trader.wallet.open('Positions');
    await eventually(async () =>
      expect(await page.getByTestId('positions').getByRole('listitem').count()).toBe(2),
    );
    await button(textStart('roll.unfinished')).waitFor({ state: 'detached' });
  });
});
