import type { Page } from 'playwright-core';
import { getAddress } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { FEED_HOST, startBaseHosts } from '../helpers/base-hosts.ts';
import type { DeployedHosts } from '../helpers/deployed-hosts.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

let world: World;
let hosts: DeployedHosts;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

// Starts in the state after an installation from the store, without access to any host.
beforeAll(async () => {
  world = await startWorld();
  hosts = await startBaseHosts(world);
  browser = await launchWallet({ args: [`--host-resolver-rules=${hosts.resolverRules}`] });
  wallet = await walletUser(browser);
  page = wallet.page;
});
afterAll(async () => {
  await browser?.close();
  await hosts?.stop();
  await world?.stop();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

it('Condor shows live orders before any wallet exists, and leads from an order to the first wallet', async () => {
  await press(text('firstRun.seeOrders'));
  await page.getByRole('heading', { name: text('firstRun.ordersTitle') }).waitFor();
  const order = page.getByTestId('orders').locator('[data-row][aria-disabled=false]').first();
  await order.waitFor();
  expect(hosts.requests.filter(({ host }) => host === FEED_HOST)).not.toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await order.click();
  await page.getByText(text('firstRun.ordersNeedWallet')).waitFor();
  await page.getByLabel(text('ticket.contracts'), { exact: true }).fill('0.2');
  await page.getByText(text('ticket.maxProfit')).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The ticket shows its figures, but a review needs an account.
  expect(await page.getByRole('button', { name: textPattern('ticket.reviewBuy') }).count()).toBe(0);
  // The ticket's button leads to the first screen of the set-up.
  await press(text('firstRun.create'));
  await page.getByRole('button', { name: text('firstRun.have'), exact: true }).waitFor();
  await wallet.begin();
});

it('the wallet suggests a backup before money arrives, and more urgently once the balance exceeds a small amount', async () => {
  const notice = page.getByTestId('backup');
  await notice.getByText(text('backup.title')).waitFor();
  const address = getAddress(await wallet.address());
  await page.getByText(text('home.needed')).waitFor();
  await press(text('home.receive'));
  await page.getByText(textPattern('backup.beforeReceiving')).waitFor();
  await press(text('ui.back'));
  await world.devnet.fund(address, { usdc: 40_000_000n });
  await refreshUntil('40.00');
  await page.getByText(text('home.needed')).waitFor({ state: 'detached' });
  await notice.getByText(text('backup.title')).waitFor();
  await world.devnet.fund(address, { usdc: 60_000_000n });
  await notice.getByText(textPattern('backup.holdsFunds')).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await notice.getByRole('button', { name: text('backup.open') }).click();
  await page.getByText(text('backup.onDeviceOnly')).waitFor();
  await page.getByRole('button', { name: text('backup.showPhrase') }).waitFor();
  await wallet.open('Home');
});

it('the wallet loads orders from the chosen services when the vault has no server', async () => {
  await wallet.chooseMarket({ url: world.url, rpcUrl: world.devnet.rpcUrl });
  await wallet.open('Orders');
  await page.getByTestId('orders').locator('[data-row]').first().waitFor();
});

async function refreshUntil(amount: string): Promise<void> {
  await press(text('home.refreshBalances'));
  await page.getByText(amount, { exact: true }).first().waitFor();
}
