import type { Locator } from 'playwright-core';
import { type HDAccount, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { contracts } from '../../shared/units.ts';
import { answerRequest, newestRequest } from '../devnet/answer-request.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve, fillOrder } from '../devnet/fill.ts';
import { balanceOf, quoting } from '../devnet/quoting.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { joinDevice, startTrader, type Trader, type TraderDevice } from '../helpers/trader.ts';

const picture = picturesIn('quotation-devices');

let trader: Trader;
let phone: TraderDevice;
let maker: HDAccount;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  const { devnet } = trader.world;
  [, maker] = devnet.accounts.takers;
  await devnet.fund(maker.address, { usdc: 10n ** 12n });
  const token = tokenNamed('USDC').address;
  await approve(devnet, maker, { token, amount: maxUint256, spender: FACTORY_R12 });
  const quote = quoting(devnet);
  for (const [strike, count] of [
    [2_500_00000000n, 1_000_000n],
    [2_450_00000000n, 2_000_000n],
  ] as const) {
    await fillOrder(devnet, {
      signed: await quote({ strikes: [strike] }),
      taker: trader.account,
      numContracts: contracts(count),
    });
  }
  phone = await joinDevice(trader);
});
afterAll(async () => {
  await phone?.browser.close();
  await trader?.stop();
});

const button = ({ page }: TraderDevice, name: string) =>
  page.getByRole('button', { name, exact: true });
const stage = ({ page }: TraderDevice, name: string): Locator =>
  page.locator(`[data-testid=quotation][data-stage=${name}]`).first();

async function confirm(device: TraderDevice): Promise<void> {
  const window = await device.approval();
  for (const box of await window.getByRole('checkbox').all()) await box.check();
  await device.confirm(window);
}

async function openPosition(strike: string): Promise<void> {
  await trader.wallet.open('Positions');
  await trader.page.getByRole('tab', { name: textStart('positions.state.open') }).click();
  await trader.page.getByTestId('positions').getByText(strike).first().click();
}

/** Sends a form with a limit in dollars, and confirms its windows. */
async function ask(limit: string, windows: number, name = text('quotations.ask')): Promise<void> {
  await trader.page.getByLabel(/total/).first().fill(limit);
  for (const box of await trader.page.locator('form').getByRole('checkbox').all())
    await box.check();
  await button(trader, name).click();
  for (let i = 0; i < windows; i++) await confirm(trader);
  await stage(trader, 'collecting').waitFor();
}

const offer = async (amount: bigint) =>
  answerRequest(trader.world.devnet, {
    ...(await newestRequest(trader.world.devnet)),
    amount,
    from: maker,
  });

/** Accepts the offer on the other device, while this device is locked and its worker is dead. */
async function acceptElsewhere(proceeds: string): Promise<void> {
  await trader.wallet.open('Home');
  await trader.wallet.lock();
  await trader.browser.stopWorker();
  await phone.wallet.open('Positions');
  await button(phone, text('quotations.openCount', 1)).click();
  const offers = phone.page.getByTestId('offers').getByRole('listitem');
  await offers.first().getByText(proceeds).waitFor();
  await picture(phone.page, `offer-${proceeds}`);
  await button(phone, text('quotations.accept')).click();
  await confirm(phone);
  await stage(phone, 'settled').waitFor();
  await trader.wallet.unlock();
}

describe('a request that another device of the vault continues', () => {
  it('sells a position: another device accepts the offer, and both devices list the position as sold', async () => {
    const { devnet } = trader.world;
    await openPosition('$2,500');
    await button(trader, text('positions.offers')).click();
    await ask('10', 1);
    await offer(31_000000n);
    const before = await balanceOf(devnet, trader.account.address);
    await acceptElsewhere('31.00 USDC');
    expect(await balanceOf(devnet, trader.account.address)).toBe(before + 31_000000n - 1_554000n);
    for (const device of [trader, phone]) {
      await device.wallet.open('Positions');
      await device.page.getByRole('tab', { name: textStart('positions.state.closed') }).click();
      await device.page.getByTestId('positions').getByText('$2,500').first().click();
      const detail = device.page.getByTestId('position');
      await detail.getByText(textStart('quotations.settledSale')).first().waitFor();
      await picture(device.page, `sold-${device === phone ? 'phone' : 'first'}`);
    }
  });

  it('sells a part: the other device accepts the offer, and both devices keep the remaining part', async () => {
    await openPosition('$2,450');
    await button(trader, text('positions.offers')).click();
    await trader.page.getByLabel(text('quotations.partContracts')).fill('0.5');
    await ask('10', 2, text('quotations.splitAndAsk'));
    await offer(21_000000n);
    await acceptElsewhere('21.00 USDC');
    for (const device of [trader, phone]) {
      await device.wallet.open('Positions');
      await device.page.getByRole('tab', { name: textStart('positions.state.open') }).click();
      const rest = device.page.getByTestId('positions').getByText(/^1\.5 × \$2,450/);
      await rest.waitFor();
      await device.page
        .getByTestId('positions')
        .getByText(/^0\.5 × /)
        .waitFor({ state: 'detached' });
    }
  });

  it('buys a new option: another device accepts the offer, and both devices list the position', async () => {
    const { devnet } = trader.world;
    await trader.wallet.open('Orders');
    await trader.page.getByLabel(text('orders.searchLabel')).fill('eth put 2437');
    await button(trader, text('quotations.nothingFits')).click();
    await trader.page.getByTestId('ask-new').waitFor();
    const before = await balanceOf(devnet, trader.account.address);
    await ask('60', 2);
    await offer(41_000000n);
    await acceptElsewhere('41.00 USDC');
    expect(await balanceOf(devnet, trader.account.address)).toBe(before - 41_000000n);
    for (const device of [trader, phone]) {
      await device.wallet.open('Positions');
      await device.page.getByRole('tab', { name: textStart('positions.state.open') }).click();
      await device.page.getByTestId('positions').getByText('$2,437').first().waitFor();
    }
  });
});
