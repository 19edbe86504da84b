import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Address } from 'viem';
import { noArguments, readCommandLine } from '../../server/command-line.ts';
import { startDevnet } from '../devnet/devnet.ts';
import { balanceOf } from '../devnet/quoting.ts';
import { fillRealOrders, REAL_ORDERS_TIME } from '../devnet/real-orders.ts';
import { type RfqMaker, startRfqMaker } from '../devnet/rfq-maker.ts';
import { dappUser } from '../helpers/dapp-user.ts';
import { launchHeadedWallet } from '../helpers/headed-wallet.ts';
import { anyOf, text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';
import { buildExtension } from '../run/extension.ts';
import { createSteps, type Steps } from './steps.ts';
import { makeStorePictures } from './store-pictures.ts';

const PICTURES = fileURLToPath(new URL('../../.output/demo/', import.meta.url));
const APPROVAL_SIZE = { width: 400, height: 640 };

/**
 * Runs the main use case: creates a wallet without a server, trades, connects a vault server, and
 * shows the position on a second device.
 */
async function demo({ step, picture }: Steps): Promise<void> {
  let world: World | undefined;
  let rfqMaker: RfqMaker | undefined;
  const browsers: WalletBrowser[] = [];
  try {
    await step('build the extension', buildExtension);
    await step('start devnet, makers, vault, orders, indexer and dApp', async () => {
      world = await startWorld();
      rfqMaker = await startRfqMaker({ devnet: world.devnet });
    });
    if (world === undefined) throw new Error('nothing runs');
    const { url, devnet, dapp } = world;

    const first = await launchOnScreen();
    browsers.push(first);
    const wallet = await walletUser(first);
    let address = '';
    await step('open Condor: one button, and no address or setting', async () => {
      await wallet.page.getByRole('button', { name: text('firstRun.create') }).waitFor();
      await picture(wallet.page, 'welcome');
    });
    await step('create a wallet with a passkey, without any server', async () => {
      await wallet.begin();
      address = await wallet.address();
      await wallet.page.getByTestId('backup').getByText(text('backup.title')).waitFor();
    });
    await step('point the wallet at the devnet instead of Base', async () => {
      await wallet.chooseMarket({ url, rpcUrl: devnet.rpcUrl });
      await picture(wallet.page, 'services');
      await wallet.open('Home');
      await wallet.page.getByText(text('home.needed')).waitFor();
      await picture(wallet.page, 'home-not-backed-up');
    });

    const site = await dappUser(first, dapp.url);
    await step('the dApp finds Condor by EIP-6963 and connects', async () => {
      const window = await site.connect();
      await sized(window, picture, 'connect');
      await site.answer(window, 'Connect');
      await site.said(/Connected to Condor/);
    });
    await step('get test tokens and see them in the wallet', async () => {
      await site.page.getByTestId('faucet').click();
      await site.said(/Test tokens have arrived/);
      await wallet.page.bringToFront();
      await wallet.page.getByRole('button', { name: text('home.refreshBalances') }).click();
      await wallet.page.getByText('50,000.00', { exact: true }).waitFor();
      // The notice is urgent once the wallet holds money.
      const notice = wallet.page.getByTestId('backup');
      await notice.getByText(textPattern('backup.holdsFunds')).waitFor();
      await notice.scrollIntoViewIfNeeded();
      await picture(wallet.page, 'home');
      await site.page.bringToFront();
    });
    await step('sign a message for the dApp', async () => {
      const window = await site.approval(() => site.page.getByTestId('sign-message').click());
      await sized(window, picture, 'message');
      await site.answer(window, 'Sign');
      await site.said(/the signature is yours/);
    });
    await step('pick an order from the live feed', async () => {
      const row = site.page
        .getByTestId('order-row')
        .filter({ hasText: /spread/i })
        .first();
      await row.waitFor();
      await picture(site.page, 'dapp');
      await row.getByTestId('pick-order').click();
      await site.page.getByTestId('ticket-facts').waitFor();
    });
    await step('approve exactly what the fill needs', async () => {
      const window = await site.approval(() => site.page.getByTestId('approve').click());
      await sized(window, picture, 'approve');
      await site.answer(window, 'Confirm');
      await site.page.locator('[data-testid=fill]:enabled').waitFor();
    });
    await step('review the fill and confirm it', async () => {
      const window = await site.approval(() => site.page.getByTestId('fill').click());
      await window.getByText(text('ticket.maxLoss')).waitFor();
      await sized(window, picture, 'fill');
      await window.getByText(textPattern('checks.passed')).scrollIntoViewIfNeeded();
      await picture(window, 'fill-checks');
      await site.answer(window, 'Confirm');
      await site.said(/Bought:/);
      await picture(site.page, 'dapp-filled');
    });
    await step('the position appears in the wallet, verified on the chain', async () => {
      await wallet.page.bringToFront();
      await wallet.open('Positions');
      await verifiedPosition(wallet.page);
      await wallet.page.getByTestId('positions').getByRole('button').first().click();
      await picture(wallet.page, 'positions');
    });
    await step('fill an order from the wallet’s own pages', async () => {
      await wallet.open('Orders');
      const list = wallet.page.getByTestId('orders');
      await list.getByRole('button').first().waitFor();
      await list.getByText(text('orders.checking')).first().waitFor({ state: 'detached' });
      await picture(wallet.page, 'orders');
      await wallet.page.getByLabel(text('orders.searchLabel')).fill('butterfly');
      await list.getByRole('button').first().click();
      await wallet.page.getByText(text('ticket.maxLoss')).waitFor();
      await picture(wallet.page, 'ticket');
      await fillFromTicket(first, wallet.page);
      await wallet.page
        .getByText(/butterfly/i)
        .first()
        .waitFor();
    });
    await step('sell a secured put with dollars, which are lent out first', async () => {
      await wallet.open('Orders');
      await wallet.page
        .getByLabel(text('orders.searchLabel'))
        .fill('sell physical put ETH aBasUSDC');
      await wallet.page.getByTestId('orders').getByRole('button').first().click();
      await wallet.page.getByTestId('conversion').waitFor();
      await picture(wallet.page, 'sell');
      await fillFromTicket(first, wallet.page);
      await wallet.open('Home');
    });
    await step('ask makers for sealed offers to close the first position', async () => {
      await wallet.open('Positions');
      const { page } = wallet;
      await page
        .getByTestId('positions')
        .getByRole('button')
        .filter({ hasText: /spread/i })
        .click();
      await page.getByRole('button', { name: text('positions.offers') }).click();
      const ask = page.getByRole('button', { name: text('quotations.ask') });
      // The devnet has only one maker, so the form suggests no limit.
      await page.getByLabel(textPattern('quotations.leastTotal')).fill('0.01');
      for (const box of await page.locator('form').getByRole('checkbox').all()) await box.check();
      await page.locator('form button[type=submit]:enabled').waitFor();
      await picture(page, 'close');
      await ask.click();
      await confirmNext(first);
      await page.getByTestId('offers').getByRole('listitem').nth(1).waitFor();
      await picture(page, 'offers');
    });
    await step('accept the best offer: the position is sold, and the money is there', async () => {
      const { page } = wallet;
      const before = await balanceOf(devnet, address as Address);
      await page
        .getByRole('button', { name: text('quotations.accept') })
        .first()
        .click();
      await confirmNext(first);
      await page.locator('[data-testid=quotation][data-stage=settled]').waitFor();
      await page.getByTestId('paid').waitFor();
      await picture(page, 'sold');
      if ((await balanceOf(devnet, address as Address)) <= before)
        throw new Error('the proceeds are missing');
      await wallet.open('Positions');
      await page.getByRole('tab', { name: textStart('positions.state.closed') }).click();
      await page
        .getByTestId('positions')
        .getByText(/spread/i)
        .first()
        .waitFor();
    });
    await step('real maker-signed orders are filled at their own time', async () => {
      const past = await startDevnet({ port: 0, timestamp: REAL_ORDERS_TIME });
      try {
        const fills = await fillRealOrders(past);
        if (fills.length !== 7) throw new Error(`${fills.length} of 7 orders were filled`);
        for (const { label, optionAddress } of fills)
          console.log(`      ${label} → ${optionAddress}`);
      } finally {
        await past.stop();
      }
    });
    await step('lock, and unlock with one passkey prompt', async () => {
      await wallet.page.bringToFront();
      await wallet.open('Home');
      await wallet.lock();
      await picture(wallet.page, 'locked');
      await wallet.unlock();
    });

    await step('connect a vault server with a new passkey', async () => {
      await wallet.page.getByTestId('connect-card').scrollIntoViewIfNeeded();
      await picture(wallet.page, 'on-this-device-only');
      await wallet.connectServer(url);
      await picture(wallet.page, 'connected');
      await wallet.open('Home');
      await wallet.lock();
      await wallet.unlock();
      await wallet.page.getByText(textPattern('home.synced')).waitFor();
      if ((await wallet.address()) !== address) throw new Error('another wallet came up');
      await picture(wallet.page, 'home-synced');
    });

    const second = await launchOnScreen();
    browsers.push(second);
    const again = await walletUser(second);
    await step('sign in on a second profile: same wallet, same position', async () => {
      await second.importPasskeys(await first.exportPasskeys());
      await again.chooseServer({ url, rpcUrl: devnet.rpcUrl });
      await again.signIn();
      await again.page.getByTestId('address').waitFor();
      if ((await again.address()) !== address) throw new Error('another wallet came up');
      await again.open('Positions');
      await verifiedPosition(again.page);
      await picture(again.page, 'second-device');
    });
    await step('arrange the pictures for the stores', () =>
      makeStorePictures(second.context, PICTURES),
    );
  } catch (error) {
    // Screenshots of a failed run help more than the error alone.
    for (const page of browsers.flatMap(({ context }) => context.pages())) {
      await picture(page, 'failed').catch(() => undefined);
    }
    throw error;
  } finally {
    for (const browser of browsers) await browser.close();
    await rfqMaker?.stop();
    await world?.stop();
  }
}

/**
 * Launches a real window, so that pictures show scrollbars: on Linux on a virtual screen, elsewhere
 * on the desktop.
 */
function launchOnScreen(): Promise<WalletBrowser> {
  return process.platform === 'linux'
    ? launchHeadedWallet({ width: 1280, height: 900 })
    : launchWallet({ headless: false });
}

/** Takes a picture of an approval window at its real size, once its buttons can be pressed. */
async function sized(window: Page, picture: Steps['picture'], name: string): Promise<void> {
  await window.setViewportSize(APPROVAL_SIZE);
  await window.locator('button:disabled').first().waitFor({ state: 'detached' });
  await picture(window, name);
}

async function verifiedPosition(page: Page): Promise<void> {
  await page.getByTestId('positions').getByText(text('positions.verified')).first().waitFor();
}

/** Returns the number of approvals that a button's text announces. */
function stepsOf(announced: string | null): number {
  const counts = [2, 3, 4, 5];
  return counts.find((count) => announced === text('ticket.begin', { count: String(count) })) ?? 1;
}

async function confirmNext(browser: WalletBrowser): Promise<void> {
  const window = await browser.waitForWindow('approval.html');
  const heading = window.getByRole('heading', { level: 1 });
  const asked = (await heading.textContent()) ?? '';
  const closed = window.waitForEvent('close');
  await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).waitFor();
  // The limit is far below the model's value, so the form requires a consent.
  for (const box of await window.getByRole('checkbox').all()) await box.check();
  await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).click();
  // The next request can use the same window.
  await Promise.race([closed, heading.filter({ hasNotText: asked }).waitFor()]);
  closed.catch(() => undefined);
}

/** Confirms one review, then one approval for each step. */
async function fillFromTicket(browser: WalletBrowser, page: Page): Promise<void> {
  await page
    .getByRole('button', {
      name: anyOf(textStart('ticket.reviewBuy'), textStart('ticket.reviewSell')),
    })
    .click();
  const begin = page.getByRole('button', {
    name: anyOf(textStart('ticket.begin'), textStart('ticket.beginOne')),
  });
  const count = stepsOf(await begin.textContent());
  await begin.click();
  for (let i = 0; i < count; i++) await confirmNext(browser);
  await page.getByText(text('progress.asSigned')).waitFor();
  await page.getByRole('button', { name: text('progress.positions') }).click();
}

readCommandLine('npm run demo', noArguments);
const steps = await createSteps(PICTURES);
let hasFailed = false;
try {
  await demo(steps);
} catch (error) {
  hasFailed = true;
  console.error(error instanceof Error ? error.message : String(error));
}
const { passed, failed } = steps.verdict();
console.log(`\npictures: .output/demo/`);
console.log(`${passed} passed, ${hasFailed ? Math.max(1, failed) : failed} failed`);
process.exit(hasFailed ? 1 : 0);
