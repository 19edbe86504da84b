import type { Page } from 'playwright-core';
import { encodeFunctionData, maxUint256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { contracts } from '../../shared/units.ts';
import { optionBookAbi } from '../devnet/abi/full.ts';
import { buildOrder, tokenNamed } from '../devnet/build-order.ts';
import { approve, fillOrder, sendFrom, signOrder } from '../devnet/fill.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { waitForExplanation } from '../helpers/explained.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

const USDC = tokenNamed('USDC');

let world: World;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;
let signed = 0;

/** Posts quotes of the wallet's account, as a bot with the account's key would. */
async function postOwn(count: number, life = 500): Promise<SignedOrder[]> {
  const [own] = world.devnet.accounts.takers;
  const now = await world.devnet.now();
  const quotes: SignedOrder[] = [];
  for (let i = 0; i < count; i++) {
    const order = buildOrder({
      maker: own.address,
      product: 'PUT',
      asset: 'ETH',
      strikes: [(2_400n + 100n * BigInt(i)) * 100_000_000n],
      price: 40_00000000n,
      budget: 10_000_000000n,
      expiry: now + 7 * 86_400,
      orderExpiry: now + life + signed++,
    });
    quotes.push(await signOrder(own, order));
  }
  await postQuotes(world.url, quotes);
  return quotes;
}

const filledOf = ({ nonce }: SignedOrder) =>
  world.devnet.client.readContract({
    address: BOOK_R12,
    abi: optionBookAbi,
    functionName: 'amountFilled',
    args: [nonce],
  });

async function confirm(): Promise<string> {
  const window = await browser.waitForWindow('approval.html');
  await waitForExplanation(window);
  const closed = window.waitForEvent('close');
  closed.catch(() => undefined);
  for (const box of await window.getByRole('checkbox').all()) await box.check();
  const said = (await window.locator('main').textContent()) ?? '';
  await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).click();
  await closed;
  return said;
}

async function openPage() {
  await wallet.open('Home');
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: textStart('maker.title') }).click();
}

const ownRows = () => page.getByTestId('own-quotes').getByRole('listitem');

beforeAll(async () => {
  world = await startWorld();
  browser = await launchWallet();
  wallet = await walletUser(browser);
  page = wallet.page;
  await wallet.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
  await wallet.createVault();
  const [own] = world.devnet.accounts.takers;
  await world.devnet.fund(own.address, { usdc: 1_000_000_000000n });
  await approve(world.devnet, own, { token: USDC.address, amount: maxUint256 });
  await wallet.importWallet('Maker', toHex(own.getHdKey().privateKey ?? new Uint8Array()));
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

describe('the page of a maker’s own quotes', () => {
  it('explains that the account has neither quotes nor referral fees', async () => {
    await openPage();
    await page.getByText(text('maker.none')).waitFor();
    await page.getByText(text('maker.noFees')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('cancels all quotes of the account, including long-lived ones', async () => {
    const quotes = await postOwn(3);
    const [own] = world.devnet.accounts.takers;
    const [long] = await postOwn(1, 90_000);
    if (long === undefined) throw new Error('none');
    // The user reads the list again, and the page shows it.
    await wallet.open('Orders');
    await page.getByTitle(text('orders.refresh')).click();
    await openPage();
    await ownRows().nth(3).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: text('maker.cancelAll') }).click();
    // The first transaction cancels the quotes that expire within an hour, and later transactions
    // cancel the other quotes. The user confirms each transaction. A confirmation can open a new
    // window or use the previous window.
    const sent = page.getByText(textStart('maker.sent'));
    await eventually(async () => {
      for (const window of browser.context
        .pages()
        .filter((one) => /approval\.html/.test(one.url())))
        await window
          .getByRole('button', { name: text('approvals.confirm'), exact: true })
          .click({ timeout: 2_000 })
          .catch(() => undefined);
      expect(await sent.count()).toBe(1);
    });
    const cutoff = () =>
      world.devnet.client.readContract({
        address: BOOK_R12,
        abi: optionBookAbi,
        functionName: 'makerCancellationCutoff',
        args: [own.address],
      });
    const last = Math.max(...quotes.map(({ order }) => Number(order.orderExpiryTimestamp)));
    await expect.poll(async () => Number(await cutoff())).toBeGreaterThan(last);
    await expect.poll(() => filledOf(long)).toBe(maxUint256);
    await page.getByText(text('maker.none')).waitFor();
  });
});

describe('the page of a referrer’s fees', () => {
  it('shows the fees of a fill that names the account as referrer, and pays out these fees', async () => {
    const { devnet, maker } = world;
    const [own, other] = devnet.accounts.takers;
    await openPage();
    await sendFrom(devnet, devnet.accounts.deployer, {
      to: BOOK_R12,
      data: encodeFunctionData({
        abi: optionBookAbi,
        functionName: 'setReferrerFeeSplit',
        args: [own.address, 2_500n],
      }),
    });
    await devnet.fund(other.address, { usdc: 1_000_000_000000n });
    await approve(devnet, other, { token: USDC.address, amount: maxUint256 });
    const quotes = await maker.quoteNow();
    const quote = quotes.find(
      ({ order }) => order.collateral === USDC.address && !order.isLong && order.price > 10n ** 9n,
    );
    if (quote === undefined) throw new Error('nothing to fill');
    const fill = await fillOrder(devnet, {
      signed: quote,
      taker: other,
      numContracts: contracts(1_000_000n),
      referrer: own.address,
    });
    expect(fill.referralFee).toBeGreaterThan(0n);
    await openPage();
    const claim = page.getByRole('button', { name: text('maker.claim', { amount: 'USDC' }) });
    await claim.waitFor();
    await page.getByText(text('maker.share', { share: '25%' })).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const before = await balance(own.address);
    await claim.click();
    await confirm();
    await expect.poll(async () => (await balance(own.address)) - before).toBe(fill.referralFee);
  });
});

const balance = (owner: `0x${string}`) =>
  world.devnet.client.readContract({
    address: USDC.address,
    abi: [
      {
        type: 'function',
        name: 'balanceOf',
        stateMutability: 'view',
        inputs: [{ name: 'owner', type: 'address' }],
        outputs: [{ name: '', type: 'uint256' }],
      },
    ] as const,
    functionName: 'balanceOf',
    args: [owner],
  });
