import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoting } from '../devnet/quoting.ts';
import { eventually } from '../helpers/eventually.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';

const BUY = { strike: 1_900, price: 30 };
const SELL = { strike: 1_700, price: 12 };

let profileDir: string;
let trader: Trader;

beforeAll(async () => {
  profileDir = await mkdtemp(join(tmpdir(), 'condor-profile-'));
  trader = await startTrader({
    funds: { usdc: 20_000_000000n },
    browser: async () => ({ profileDir }),
  });
  const { devnet, url } = trader.world;
  const quote = quoting(devnet);
  const now = await devnet.now();
  const put = (leg: typeof BUY, isLong: boolean) =>
    quote({
      strikes: [BigInt(leg.strike) * 100_000_000n],
      price: BigInt(leg.price) * 100_000_000n,
      expiry: now + 3 * 86_400,
      orderExpiry: now + 3_000 + leg.price,
      isLong,
    });
  await postQuotes(url, [
    await put(BUY, false),
    await put(SELL, true),
    await put({ strike: 1_600, price: 5 }, false),
  ]);
});
afterAll(async () => {
  await trader?.stop();
  await rm(profileDir, { recursive: true, force: true });
});

async function reviewLegs(): Promise<Page> {
  await trader.wallet.open('Orders');
  const opened = trader.page.context().waitForEvent('page');
  await trader.page.getByRole('button', { name: text('desk.open') }).click();
  const desk = await opened;
  await desk.getByRole('button', { name: text('desk.builder'), exact: true }).click();
  const cellOf = ({ strike }: typeof BUY, column: number) =>
    desk.locator(`[data-strike="${strike}"] [data-cell$=" ${column}"]`);
  await desk.getByRole('button', { name: 'ETH', exact: true }).click();
  const expiries = desk.getByRole('group', { name: text('desk.expiries') }).getByRole('button');
  await eventually(async () => {
    for (const expiry of await expiries.all()) {
      await expiry.click();
      if ((await cellOf(BUY, 3).count()) > 0 && (await cellOf(SELL, 2).count()) > 0) return;
    }
    throw new Error('the quotes are not in the chain');
  });
  await cellOf(BUY, 3).click();
  await cellOf(SELL, 2).click();
  await desk.getByRole('button', { name: textStart('desk.reviewFills') }).click();
  return desk;
}

const underWay = (page: Page) => page.getByRole('region', { name: text('procedures.title') });

async function confirmUntil(isTrue: () => Promise<void>): Promise<void> {
  await eventually(async () => {
    for (const window of trader.page.context().pages())
      if (window.url().includes('/approval.html'))
        await window
          .getByRole('button', { name: text('approvals.confirm'), exact: true })
          .click({ timeout: 2_000 })
          .catch(() => undefined);
    await isTrue();
  });
}

describe('the wallet with a procedure of several transactions', () => {
  it('continues a procedure after the desk closes or the worker dies, and after a lock once the user asks for it', async () => {
    const { wallet, page, browser } = trader;
    const desk = await reviewLegs();
    await desk.getByRole('button', { name: text('desk.beginLegs') }).click();
    await trader.approval();
    await desk.close();
    await wallet.open('Activity');
    const list = underWay(page);
    await confirmUntil(async () => {
      expect(await list.locator('[data-step="done"]').count()).toBeGreaterThan(0);
      expect(
        await page.getByText(text('procedures.legs', { count: 2, asset: 'ETH' })).count(),
      ).toBe(1);
      expect(await legStates()).toEqual(['done', 'running']);
    });
    // The window of an ended request can still be closing while the next one opens.
    const nextApproval = () => eventually(() => trader.approval());
    await nextApproval();
    // The next worker opens the prompt again, until a lock ends the procedure's prompt.
    await browser.stopWorker();
    await page.reload();
    await nextApproval();
    await wallet.open('Home');
    await wallet.lock();
    await wallet.unlock();
    await wallet.open('Activity');
    await list.getByRole('button', { name: text('procedures.goOn') }).click();
    await confirmUntil(async () => expect(await list.count()).toBe(0));
    await wallet.open('Positions');
    await eventually(async () =>
      expect(
        await page.getByTestId('positions').getByText(text('positions.verified')).count(),
      ).toBe(2),
    );
  });

  const legStates = () =>
    underWay(trader.page)
      .locator('article', { hasText: text('procedures.legs', { count: 2, asset: 'ETH' }) })
      .locator('[data-step]')
      .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-step')));

  it('lets the user stop a fill on the Activity page, and closes the fill’s approval window', async () => {
    const { wallet, page } = trader;
    await trader.pick(/1,600/, '1600');
    const window = await trader.begin();
    await wallet.open('Activity');
    await underWay(page)
      .getByRole('button', { name: text('procedures.stop') })
      .click();
    await eventually(async () => {
      expect(window.isClosed()).toBe(true);
      expect(await underWay(page).count()).toBe(0);
    });
  });

  it('finds a fill that was mined while the browser was closed', async () => {
    const { devnet } = trader.world;
    await trader.pick(/1,600/, '1600');
    const window = await trader.begin();
    await trader.confirm(window);
    const last = await trader.approval();
    await devnet.client.setAutomine(false);
    await trader.confirm(last);
    const passkeys = await trader.browser.exportPasskeys();
    await trader.browser.close();
    await devnet.client.setAutomine(true);
    await devnet.client.mine({ blocks: 1 });
    const browser = await launchWallet({ profileDir });
    try {
      await browser.importPasskeys(passkeys);
      const again = await walletUser(browser);
      await again.unlock();
      await again.open('Positions');
      await eventually(async () =>
        expect(
          await again.page.getByTestId('positions').getByText(text('positions.verified')).count(),
        ).toBe(3),
      );
    } finally {
      await browser.close();
    }
  });
});
