import { readFile } from 'node:fs/promises';
import { encodeFunctionData, maxUint256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts } from '../../shared/units.ts';
import { optionAbi } from '../devnet/abi/full.ts';
import { buildOrder, tokenNamed } from '../devnet/build-order.ts';
import { approve, fillOrder, sendFrom, signOrder } from '../devnet/fill.ts';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

let world: World;
let browser: WalletBrowser;
let wallet: WalletUser;

beforeAll(async () => {
  world = await startWorld();
  const { devnet } = world;
  const [receiver, maker, giver] = devnet.accounts.takers;
  for (const account of [maker, giver]) {
    await devnet.fund(account.address, { usdc: 10n ** 12n });
    await approve(devnet, account, { token: tokenNamed('USDC').address, amount: maxUint256 });
  }
  const now = await devnet.now();
  const order = buildOrder({
    maker: maker.address,
    product: 'PUT',
    asset: 'ETH',
    strikes: [2_700_00000000n],
    price: 120_00000000n,
    budget: 10n ** 12n,
    expiry: now + 100_000,
    orderExpiry: now + 600,
  });
  const { optionAddress } = await fillOrder(devnet, {
    signed: await signOrder(maker, order),
    taker: giver,
    numContracts: contracts(1_000_000n),
  });
  const args = [true, receiver.address] as const;
  await sendFrom(devnet, giver, {
    to: optionAddress,
    data: encodeFunctionData({ abi: optionAbi, functionName: 'transfer', args }),
  });
  browser = await launchWallet();
  wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: devnet.rpcUrl });
  await wallet.createVault();
  await wallet.importWallet('First', toHex(receiver.getHdKey().privateKey ?? new Uint8Array()));
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const press = (name: string) => wallet.page.getByRole('button', { name, exact: true }).click();

/** Returns the line of the only position in the exported file. */
async function exported(): Promise<string> {
  const download = wallet.page.waitForEvent('download');
  await press(text('positions.export'));
  const csv = await readFile(await (await download).path(), 'utf8');
  return csv.split('\r\n')[1] ?? '';
}

describe('a position that was transferred to the user', () => {
  it('the wallet doesn’t show a cost or P&L for a received position until the user enters a cost', async () => {
    const { page } = wallet;
    await wallet.open('Positions');
    await page.getByTestId('positions').getByText(text('positions.receivedLong')).waitFor();
    await page.getByTestId('totals').getByText(textPattern('positions.unknownCost')).waitFor();
    expect(await page.getByLabel(text('positions.loss')).count()).toBe(0);
    const line = await exported();
    expect(line).toContain(text('positions.csvReceived'));
    expect(line).toContain(text('positions.receivedLong'));
    await page.getByTestId('positions').getByRole('button').click();
    await page.getByText(text('positions.csvReceived')).scrollIntoViewIfNeeded();
    expect(await axeFindings(page)).toEqual([]);

    await press(text('positions.costEnter'));
    const cost = page.getByLabel(text('positions.costLabel', { symbol: 'USDC' }));
    await cost.fill('1e3');
    await page.getByText(text('ticket.noNumber')).waitFor();
    await cost.fill('1.2345678');
    await page.getByText(text('positions.costWrong')).waitFor();
    expect(
      await page
        .getByRole('button', { name: text('positions.costSave'), exact: true })
        .isDisabled(),
    ).toBe(true);
    await cost.fill('500.25');
    await press(text('positions.costSave'));
    await page.getByText(text('positions.costEntered', { amount: '500.25 USDC' })).waitFor();
    await page.getByLabel(text('positions.loss')).first().waitFor();
    await press(text('ui.back'));
    expect(await exported()).toContain(text('positions.csvReceivedEntered'));
    expect(await page.getByText(textPattern('positions.unknownCost')).count()).toBe(0);

    await page.getByTestId('positions').getByRole('button').click();
    await press(text('positions.costRemove'));
    await page.getByRole('button', { name: text('positions.costEnter'), exact: true }).waitFor();
    expect(await page.getByLabel(text('positions.loss')).count()).toBe(0);
  });
});
