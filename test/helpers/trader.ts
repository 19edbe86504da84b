import type { Locator, Page } from 'playwright-core';
import { type Hex, maxUint256, parseEther, toHex } from 'viem';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve } from '../devnet/fill.ts';
import { anyOf, text, textStart } from './screen-texts.ts';
import { launchWallet, type WalletBrowser } from './wallet-browser.ts';
import { type WalletUser, walletUser } from './wallet-user.ts';
import { startWorld, type World } from './world.ts';

/** One of a trader's browsers, with the wallet's pages. */
export interface TraderDevice {
  readonly browser: WalletBrowser;
  readonly wallet: WalletUser;
  readonly page: Page;
  approval(): Promise<Page>;
  /** Confirms an approval window, and waits until its request has ended. */
  confirm(window: Page): Promise<void>;
}

/** A trader who uses the wallet's pages: world, browser and a funded account. */
export interface Trader extends TraderDevice {
  readonly world: World;
  readonly account: World['devnet']['accounts']['takers'][0];
  /** Opens the ticket of the first matching order in the list. `search` is typed first. */
  pick(what: RegExp, search?: string): Promise<void>;
  /** Goes from the ticket through the review to the first approval window. */
  begin(): Promise<Page>;
  stop(): Promise<void>;
}

export async function startTrader(
  options: {
    isAllowed?: boolean;
    /** Tokens of the account. Default: a sufficient amount of every plain token. */
    funds?: Parameters<World['devnet']['fund']>[1];
    /** Options for the browser, which starts after the world. */
    browser?: (world: World) => Promise<Parameters<typeof launchWallet>[0]>;
  } = {},
): Promise<Trader> {
  const world = await startWorld();
  const { devnet } = world;
  const [account] = devnet.accounts.takers;
  await devnet.fund(
    account.address,
    options.funds ?? { usdc: 10n ** 12n, weth: parseEther('100'), cbbtc: 10n ** 10n },
  );
  if (options.isAllowed === true) {
    for (const symbol of ['USDC', 'WETH', 'cbBTC']) {
      await approve(devnet, account, { token: tokenNamed(symbol).address, amount: maxUint256 });
    }
  }
  const browser = await launchWallet(await options.browser?.(world));
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: devnet.rpcUrl });
  await wallet.createVault();
  const key: Hex = toHex(account.getHdKey().privateKey ?? new Uint8Array());
  await wallet.importWallet('Trader', key);
  const { page } = wallet;

  const device = deviceOf(browser, wallet);
  return {
    ...device,
    world,
    account,
    async pick(what, search) {
      await wallet.open('Orders');
      if (search !== undefined) await page.getByLabel(text('orders.searchLabel')).fill(search);
      await orderRow(page, what).click();
      await page.getByLabel(text('ticket.contracts')).waitFor();
    },
    async begin() {
      await page
        .getByRole('button', {
          name: anyOf(textStart('ticket.reviewBuy'), textStart('ticket.reviewSell')),
        })
        .click();
      await page
        .getByRole('button', {
          name: anyOf(textStart('ticket.begin'), textStart('ticket.beginOne')),
        })
        .click();
      return device.approval();
    },
    async stop() {
      await browser.close();
      await world.stop();
    },
  };
}

/** Starts another browser with the trader's passkeys, and signs in to the same vault. */
export async function joinDevice({ world, browser: first }: Trader): Promise<TraderDevice> {
  const browser = await launchWallet();
  await browser.importPasskeys(await first.exportPasskeys());
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
  await wallet.signIn();
  return deviceOf(browser, wallet);
}

function deviceOf(browser: WalletBrowser, wallet: WalletUser): TraderDevice {
  return {
    browser,
    wallet,
    page: wallet.page,
    async approval() {
      const window = await browser.waitForWindow('approval.html');
      await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).waitFor();
      return window;
    },
    async confirm(window) {
      const heading = window.getByRole('heading', { level: 1 });
      const asked = (await heading.textContent()) ?? '';
      const closed = window.waitForEvent('close');
      closed.catch(() => undefined);
      await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).click();
      // The next request can use the same window.
      await Promise.race([closed, heading.filter({ hasNotText: asked }).waitFor()]);
    },
  };
}

function orderRow(page: Page, what: RegExp): Locator {
  return page
    .getByTestId('orders')
    .locator('[data-row][aria-disabled=false]')
    .filter({ hasText: what })
    .first();
}
