import { type Address, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { contracts } from '../../shared/units.ts';
import { buildOrder, tokenNamed } from '../devnet/build-order.ts';
import { approve, type Fill, fillOrder, signOrder } from '../devnet/fill.ts';
import { balanceOf } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

const USDC = tokenNamed('USDC');
const WETH = tokenNamed('WETH');
/** Half an ether at 2,600. */
const SIZE = parseEther('0.5');
const DELIVERY = 1_300_000000n;

let world: World;
let browser: WalletBrowser;
let wallet: WalletUser;
let option: Fill;

beforeAll(async () => {
  world = await startWorld();
  const { devnet } = world;
  const [taker, maker] = devnet.accounts.takers;
  for (const account of [taker, maker]) {
    await devnet.fund(account.address, { usdc: 10n ** 12n, weth: parseEther('100') });
    await approve(devnet, account, { token: WETH.address, amount: parseEther('100') });
  }
  const now = await devnet.now();
  const order = buildOrder({
    maker: maker.address,
    product: 'PHYSICAL_CALL',
    asset: 'ETH',
    strikes: [2_600_00000000n],
    price: 1_000_000n,
    budget: parseEther('10'),
    expiry: now + 25,
    orderExpiry: now + 20,
  });
  option = await fillOrder(devnet, {
    signed: await signOrder(maker, order),
    taker,
    numContracts: contracts(SIZE),
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

const press = (name: string) => wallet.page.getByRole('button', { name, exact: true }).click();

async function confirm(texts: readonly (string | RegExp)[]): Promise<void> {
  const window = await browser.waitForWindow('approval.html');
  for (const text of texts) await window.getByText(text).first().waitFor();
  for (const box of await window.getByRole('checkbox').all()) await box.check();
  const closed = window.waitForEvent('close');
  await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).click();
  await closed;
}

const allowance = () =>
  world.devnet.client.readContract({
    address: USDC.address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [option.buyer, option.optionAddress],
  });
const weth = (owner: Address) => balanceOf(world.devnet, owner, WETH.address);

describe('a physical option in the wallet', () => {
  it('shows before expiry which tokens to deliver and until when', async () => {
    const { page } = wallet;
    await wallet.open('Positions');
    await page.getByTestId('positions').getByText(text('products.PHYSICAL_CALL')).click();
    await page.getByText(textPattern('positions.deliverLater', { amount: '1,300 USDC' })).waitFor();
    expect(
      await page.getByRole('button', { name: text('positions.exercise'), exact: true }).count(),
    ).toBe(0);
    await page.getByRole('button', { name: text('positions.remind'), exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('exercises a physical option after expiry in two confirmed steps, and verifies the delivery with its receipt', async () => {
    const { page } = wallet;
    await page.getByText(textPattern('positions.deliverNow')).waitFor({ timeout: 90_000 });
    // Delivering means a loss, because the strike is above the market price.
    await page.getByText(textPattern('positions.deliverAtLoss')).waitFor();
    await press(text('positions.allowDelivery', { amount: '1,300 USDC' }));
    await confirm([/take 1,300 USDC/, text('check.amount.exactDelivery')]);
    await page
      .getByRole('button', { name: text('positions.exercise'), exact: true, disabled: false })
      .waitFor();
    expect(await allowance()).toBe(DELIVERY);
    const before = await weth(option.buyer);
    await press(text('positions.exercise'));
    await confirm([text('rows.youDeliver'), text('rows.exerciseUntil')]);
    await page.getByText(textPattern('positions.delivered')).waitFor();
    expect((await weth(option.buyer)) - before).toBe(SIZE);
    expect(await allowance()).toBe(0n);
    await page.getByText(text('positions.verification')).scrollIntoViewIfNeeded();
    await page.getByTestId('position').getByRole('heading').first().scrollIntoViewIfNeeded();
    expect(await axeFindings(page)).toEqual([]);
  }, 150_000);
});
