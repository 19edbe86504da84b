import { type HDAccount, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { contracts } from '../../shared/units.ts';
import { answerRequest, newestRequest } from '../devnet/answer-request.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve, fillOrder } from '../devnet/fill.ts';
import { quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { lastExpiry } from '../helpers/last-expiry.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { screenTexts, text } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const picture = picturesIn('quotation-screens');

let trader: Trader;
let makers: readonly HDAccount[];

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  const { devnet, url } = trader.world;
  makers = [devnet.accounts.takers[1], devnet.accounts.referrer];
  for (const maker of makers) {
    await devnet.fund(maker.address, { usdc: 10n ** 12n });
    await approve(devnet, maker, {
      token: tokenNamed('USDC').address,
      amount: maxUint256,
      spender: FACTORY_R12,
    });
  }
  const expiry = await lastExpiry({ url });
  for (const strike of [2_500n, 2_400n])
    await fillOrder(devnet, {
      signed: await quoting(devnet)({ expiry, strikes: [strike * 100_000_000n] }),
      taker: trader.account,
      numContracts: contracts(2_000_000n),
    });
});
afterAll(() => trader?.stop());

describe.each([
  ['en', '$2,500'],
  ['de', '2.400 $'],
] as const)('requests to makers in the language %s', (language, strike) => {
  const words = screenTexts(language);
  const press = (name: string) =>
    trader.page.getByRole('button', { name, exact: true }).first().click();
  const open = (key: 'pages.positions' | 'pages.orders' | 'pages.home') =>
    trader.page
      .getByRole('navigation')
      .getByRole('button', { name: words.text(key), exact: true })
      .click();

  /** Expects no cut-off text and no axe violation, at both widths and in both themes. */
  async function look(name: string, widths: readonly number[] = [360, 1280]): Promise<void> {
    const { page } = trader;
    const found: string[] = [];
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [1280, 'light'],
    ] as const) {
      if (!widths.includes(width)) continue;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await picture(page, `${language}-${width}-${name}`, true);
      found.push(...(await cutOff(page)).map((cut) => `${name} at ${width}: ${cut}`));
      found.push(...(await axeFindings(page)).map((one) => `${name}: ${one}`));
    }
    expect(found).toEqual([]);
  }

  async function confirm(): Promise<void> {
    const window = await trader.browser.waitForWindow('approval.html');
    const closed = window.waitForEvent('close');
    await window.getByText(words.text('approvals.confirm'), { exact: true }).waitFor();
    for (const box of await window.getByRole('checkbox').all()) await box.check();
    await window
      .getByRole('button', { name: words.text('approvals.confirm'), exact: true })
      .click();
    await closed;
  }

  beforeAll(async () => {
    if (language === 'en') return;
    await trader.wallet.open('Home');
    await press(text('home.settings'));
    await press(text('settings.language'));
    await trader.page.getByLabel('Deutsch').click();
    await trader.page.getByRole('heading', { name: words.text('settings.language') }).waitFor();
  });

  it('all screens for closing a position, from the form to the outcome, fit the window', async () => {
    const { page } = trader;
    await open('pages.positions');
    await page.getByTestId('positions').getByText(strike).first().click();
    await press(words.text('positions.offers'));
    await page
      .getByLabel(words.text('quotations.partContracts'))
      .fill(language === 'en' ? '0.5' : '0,5');
    await page.getByTestId('part').waitFor();
    await look('part');
    await page.getByLabel(words.text('quotations.partContracts')).fill('2');
    await page.getByLabel(words.text('quotations.leastTotal', { symbol: 'USDC' })).fill('20');
    for (const box of await page.locator('form').getByRole('checkbox').all()) await box.check();
    await press(words.text('quotations.ask'));
    await confirm();
    const offers = page.getByTestId('offers').getByRole('listitem');
    await page.locator('[data-stage=collecting]').waitFor();
    await look('asked');
    const { id, publicKey } = await newestRequest(trader.world.devnet);
    for (const [i, from] of makers.entries()) {
      const amount = [61_234567n, 15_000001n][i] ?? 0n;
      await answerRequest(trader.world.devnet, { id, publicKey, from, amount });
    }
    await offers.nth(1).waitFor();
    await look('offers');
    await press(words.text('quotations.accept'));
    await confirm();
    await page.locator('[data-stage=settled]').waitFor();
    await page.getByTestId('paid').waitFor();
    // The position is closed, so the page offers no further request about it.
    expect(await page.getByText(words.text('quotations.remains')).count()).toBe(0);
    await look('settled');
  });

  it('the form for requesting an option and the list of requests fit the window', async () => {
    const { page } = trader;
    await open('pages.orders');
    await page.getByLabel(words.text('orders.searchLabel')).fill('eth 2437');
    await press(words.text('quotations.nothingFits'));
    await page.getByTestId('ask-new').waitFor();
    await page.getByRole('figure').waitFor();
    await look('ask-form');
    await page.getByTestId('ask-new').getByLabel(words.text('orders.side')).selectOption('sell');
    await page.getByTestId('needs').waitFor();
    await look('ask-form-sell', [1280]);
    await page.getByTestId('needs').scrollIntoViewIfNeeded();
    await look('ask-form-sell-end', [1280]);
    await page.setViewportSize({ width: 360, height: 900 });
    await page.getByTestId('needs').scrollIntoViewIfNeeded();
    await look('ask-form-end', [360]);
    await open('pages.positions');
    await press(words.text('quotations.requests'));
    await page.getByTestId('quotations').getByRole('listitem').first().waitFor();
    await look('requests');
  });
});
