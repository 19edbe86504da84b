import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenNamed } from '../devnet/build-order.ts';
import { axeFindings } from '../helpers/axe.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

let all: WalletInUse;
beforeAll(async () => {
  all = await startWalletInUse();
});
afterAll(() => all?.stop());

describe('a token that the user adds by hand', () => {
  it('the wallet looks up, shows and removes a token, and explains why an address can’t be added', async () => {
    const { page } = all.wallet;
    const token = tokenNamed('aBasUSDC');
    const openTokens = async () => {
      await all.wallet.open('Home');
      await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
      await page.getByRole('button', { name: textStart('settings.watchedTokens') }).click();
    };
    await openTokens();
    await page.getByRole('button', { name: text('watchedTokens.addOne') }).click();
    const address = page.getByLabel(text('watchedTokens.address'));
    const look = page.getByRole('button', { name: text('watchedTokens.lookUp') });
    await address.fill('0x12');
    await page.getByText(text('watchedTokens.problem.form')).waitFor();
    await address.fill(all.address);
    await look.click();
    await page.getByText(text('watchedTokens.noContract')).waitFor();
    await address.fill(tokenNamed('USDC').address);
    await look.click();
    await page.getByText(text('watchedTokens.shown')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: text('ui.cancel'), exact: true }).click();
    await page.getByRole('button', { name: text('watchedTokens.addOne') }).click();
    await address.fill(token.address);
    await look.click();
    await page.getByTestId('token-preview').getByText(token.symbol, { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole('button', { name: text('watchedTokens.add', { symbol: token.symbol }) })
      .click();
    await page.getByTestId('watched-tokens').getByText(token.symbol).waitFor();
    await all.wallet.open('Home');
    await page.getByTestId(`balance-${token.symbol}`).waitFor();
    await openTokens();
    await page
      .getByRole('button', { name: text('watchedTokens.remove', { symbol: token.symbol }) })
      .click();
    await page.getByTestId('watched-tokens').getByText(token.symbol).waitFor({ state: 'detached' });
  });
});
