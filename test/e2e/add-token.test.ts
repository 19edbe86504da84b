import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenNamed } from '../devnet/build-order.ts';
import { axeFindings } from '../helpers/axe.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

let all: WalletInUse;
beforeAll(async () => {
  all = await startWalletInUse();
});
afterAll(() => all?.stop());

describe('a token that the user adds by hand', () => {
  it('is looked up, shown on Home and removed; errors say what to do, and there is a way back', async () => {
    const { page } = all.wallet;
    const token = tokenNamed('aBasUSDC');
    const openTokens = async () => {
      await all.wallet.open('Home');
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      await page.getByRole('button', { name: /^Watched tokens/ }).click();
    };
    await openTokens();
    await page.getByRole('button', { name: 'Add a token' }).click();
    const address = page.getByLabel('Address of the token');
    const look = page.getByRole('button', { name: 'Look it up' });
    await address.fill('0x12');
    await look.click();
    await page.getByText('An address is 0x and 40 hexadecimal digits.').waitFor();
    await address.fill(all.address);
    await look.click();
    await page.getByText('There is no contract at this address').waitFor();
    await address.fill(tokenNamed('USDC').address);
    await look.click();
    await page.getByText('This token is on Home already.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add a token' }).click();
    await address.fill(token.address);
    await look.click();
    await page.getByTestId('token-preview').getByText(token.symbol, { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: `Add ${token.symbol}` }).click();
    await page.getByTestId('watched-tokens').getByText(token.symbol).waitFor();
    await all.wallet.open('Home');
    await page.getByTestId(`balance-${token.symbol}`).waitFor();
    await openTokens();
    await page.getByRole('button', { name: `Remove ${token.symbol}` }).click();
    await page.getByTestId('watched-tokens').getByText(token.symbol).waitFor({ state: 'detached' });
  });
});
