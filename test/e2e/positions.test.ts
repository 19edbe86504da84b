import { type Address, maxUint256, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts } from '../../shared/units.ts';
import { buildOrder, type OrderInput, tokenNamed } from '../devnet/build-order.ts';
import { approve, type Fill, fillOrder, signOrder } from '../devnet/fill.ts';
import { balanceOf } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { waitForExplanation } from '../helpers/explained.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

/**
 * Name of the value that an open position would have at settlement. The name must tell the holder
 * that the remaining time is worth money too.
 */
const AS_IF_SETTLED = text('positions.asIfSettled');
const RECEIVER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';

let world: World;
let browser: WalletBrowser;
let wallet: WalletUser;
let shortLived: Fill;

/** Buys from a maker of this test or sells to it, directly on the chain, with the wallet's key. */
async function fill(change: Partial<OrderInput>, size = 1_000_000n): Promise<Fill> {
  const { devnet } = world;
  const [taker, maker] = devnet.accounts.takers;
  const now = await devnet.now();
  const order = buildOrder({
    maker: maker.address,
    product: 'PUT',
    asset: 'ETH',
    strikes: [2_500_00000000n],
    price: 40_00000000n,
    budget: 10n ** 22n,
    expiry: now + 100_000,
    orderExpiry: now + 600,
    ...change,
  });
  const signed = await signOrder(maker, order);
  return fillOrder(devnet, { signed, taker, numContracts: contracts(size) });
}

const balance = (owner: Address) => balanceOf(world.devnet, owner);

const press = (name: string) => wallet.page.getByRole('button', { name, exact: true }).click();

beforeAll(async () => {
  world = await startWorld();
  const { devnet } = world;
  const [taker, maker] = devnet.accounts.takers;
  for (const account of [taker, maker]) {
    await devnet.fund(account.address, { usdc: 10n ** 12n, weth: parseEther('100') });
    for (const symbol of ['USDC', 'WETH'])
      await approve(devnet, account, { token: tokenNamed(symbol).address, amount: maxUint256 });
  }
  await fill(
    { product: 'CALL_SPREAD', strikes: [2_600_00000000n, 2_800_00000000n], price: 45_00000000n },
    2_000_000n,
  );
  await fill({
    isLong: true,
    strikes: [2_400_00000000n],
    price: 20_00000000n,
    expiry: (await devnet.now()) + 200_000,
  });
  await fill(
    { product: 'INVERSE_CALL', strikes: [2_500_00000000n], price: 5_000_000n },
    parseEther('0.5'),
  );
  shortLived = await fill({
    strikes: [2_700_00000000n],
    price: 120_00000000n,
    expiry: (await devnet.now()) + 15,
  });
  browser = await launchWallet();
  wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: devnet.rpcUrl });
  await wallet.createVault();
  await wallet.importWallet('First', toHex(taker.getHdKey().privateKey ?? new Uint8Array()));
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

describe('the positions of the wallet', () => {
  it('shows verified positions, their totals, calendar and details, and has no axe violations', async () => {
    const { page } = wallet;
    await wallet.open('Positions');
    await page.getByTestId('positions').getByText(text('positions.verified')).nth(2).waitFor();
    await page.getByTestId('totals').getByText(textPattern('positions.valuedByMark')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(text('positions.calendar'));
    await page.getByTestId('calendar').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(text('ui.back'));
    await page
      .getByTestId('positions')
      .getByRole('button')
      .filter({ hasText: text('products.CALL_SPREAD') })
      .click();
    await page.getByText(AS_IF_SETTLED).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText(text('positions.manage'), { exact: true }).scrollIntoViewIfNeeded();
    await page.getByText(text('positions.verification')).scrollIntoViewIfNeeded();
    // No explorer knows a chain of this machine.
    expect(await page.getByText(text('positions.explorer')).count()).toBe(0);
    await press(text('ui.back'));
  });

  it('settles a position for its holder after expiry, and shows exactly the chain’s payout', async () => {
    const { page } = wallet;
    await page.getByRole('tab', { name: textPattern('positions.tabAwaiting') }).click();
    await page.getByTestId('positions').getByText(text('products.PUT')).waitFor();
    await page.getByTestId('positions').getByRole('button').click();
    const before = await balance(shortLived.buyer);
    await press(text('positions.payout'));
    const window = await browser.waitForWindow('approval.html');
    await window.getByText(text('actions.asked.payout')).waitFor();
    const closed = window.waitForEvent('close');
    await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).click();
    await closed;
    await page.getByText(text('positions.settlementPrice')).waitFor();
    const paid = (await balance(shortLived.buyer)) - before;
    expect(paid).toBeGreaterThan(0n);
    const facts = await page.getByTestId('position').textContent();
    expect(facts).toContain(`${(Number(paid) / 1e6).toFixed(2)} USDC`);
    expect(facts).not.toContain(AS_IF_SETTLED);
    await press(text('ui.back'));
    await page.getByRole('tab', { name: textStart('positions.state.settled') }).click();
    await page.getByTestId('totals').getByText(text('positions.paidOut')).first().waitFor();
    expect(await page.getByText(AS_IF_SETTLED).count()).toBe(0);
  });

  it('warns about a first transfer to a receiver, transfers the position, and removes the position from the list', async () => {
    const { page } = wallet;
    await page.getByRole('tab', { name: textStart('positions.state.open') }).click();
    await page
      .getByTestId('positions')
      .getByRole('button')
      .filter({ hasText: text('products.CALL_SPREAD') })
      .click();
    await press(text('positions.transfer'));
    await page.getByLabel(text('positions.giveTo')).fill(RECEIVER);
    await page.getByText(text('positions.giveFirstTime')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(text('positions.giveReview'));
    const window = await browser.waitForWindow('approval.html');
    await waitForExplanation(window);
    const closed = window.waitForEvent('close');
    for (const box of await window.getByRole('checkbox').all()) await box.check();
    await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).click();
    await closed;
    await page
      .getByTestId('positions')
      .getByText(text('products.CALL_SPREAD'))
      .waitFor({ state: 'detached' });
  });
});
