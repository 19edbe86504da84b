import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet/devnet.ts';
import { eventually } from '../helpers/eventually.ts';
import { text } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const BAKERY = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let all: WalletInUse;
let replaced: Devnet | undefined;
beforeAll(async () => {
  all = await startWalletInUse();
});
afterAll(async () => {
  await all?.stop();
  await replaced?.stop();
});

const press = (name: string) => all.wallet.page.getByRole('button', { name, exact: true }).click();
const rows = () => all.wallet.page.getByTestId('activity-list').locator('li');

async function send(amount: string, status: string) {
  const { page } = all.wallet;
  await all.wallet.open('Home');
  await press(text('home.refreshBalances'));
  await press(text('home.send'));
  await page.getByLabel(text('send.to')).fill(BAKERY);
  await page.getByLabel(text('send.amount')).fill(amount);
  await press(text('send.review'));
  await all.answer('Confirm');
  await page.locator(`li[data-status=${status}]`).first().waitFor();
}

it('the wallet marks the earlier chain’s activity when a new devnet replaces the chain at the same address', async () => {
  const { page } = all.wallet;
  await send('0.25', 'confirmed');
  await all.devnet.client.setAutomine(false);
  await send('0.5', 'sent');
  expect(await rows().getByText(text('activity.status.earlierChain')).count()).toBe(0);
  const before = await page.getByRole('button', { name: text('activity.speedUp') }).count();
  expect(before).toBe(1);

  const port = Number(new URL(all.devnet.rpcUrl).port);
  await all.devnet.stop();
  replaced = await startDevnet({ port });
  await all.wallet.open('Home');
  const marks = page.getByTestId('activity').getByText(text('activity.status.earlierChain'));
  await eventually(async () => expect(await marks.count()).toBe(2));
  await page.getByText(text('home.pending', 1)).waitFor({ state: 'detached' });
  await press(text('home.allActivity'));
  await eventually(async () => expect(await rows().count()).toBe(2));
  expect(await rows().getByText(text('activity.status.earlierChain')).count()).toBe(2);
  expect(await page.getByRole('button', { name: text('activity.speedUp') }).count()).toBe(0);

  // The list doesn't mark transactions on the new chain, and the old bytes were never sent to that
  // chain.
  const { client } = replaced;
  const balance = await client.getBalance({ address: BAKERY });
  await send('0.125', 'confirmed');
  const confirmed = page.locator('li[data-status=confirmed]');
  await eventually(async () => expect(await confirmed.count()).toBe(2));
  expect(await rows().getByText(text('activity.status.earlierChain')).count()).toBe(2);
  expect((await client.getBalance({ address: BAKERY })) - balance).toBe(parseEther('0.125'));
});
