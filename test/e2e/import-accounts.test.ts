import { HDNodeWallet } from 'ethers';
import type { Page } from 'playwright-core';
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';
import { zoomedFindings } from '../helpers/zoomed.ts';

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const addressAt = (path: string) => HDNodeWallet.fromPhrase(PHRASE, '', path).address;
const SHORT = /0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}/;

let used: WalletInUse;
let page: Page;

beforeAll(async () => {
  used = await startWalletInUse();
  page = used.wallet.page;
});
afterAll(() => used?.stop());

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const rows = () => page.getByTestId('choose-accounts').getByRole('listitem');

async function typePhrase(): Promise<void> {
  await press(text('home.addWallet'));
  await press(textPattern('addWallet.import'));
  await page.getByLabel(textPattern('addWallet.secret')).fill(PHRASE);
  await press(text('addWallet.importNow'));
  await page.getByTestId('choose-accounts').waitFor();
}

async function leave(): Promise<void> {
  await press(text('ui.back'));
  await press(text('ui.cancel'));
  await page.getByTestId('address').waitFor();
}

describe('the import of a phrase', () => {
  it('preselects the phrase’s first account when no account is in use', async () => {
    await typePhrase();
    await page.getByText(text('importAccounts.intro')).waitFor();
    expect(await rows().getByRole('checkbox', { checked: true }).count()).toBe(1);
    expect(await rows().first().getByRole('checkbox').isChecked()).toBe(true);
    expect(await rows().count()).toBe(14);
    await press(text('importAccounts.more'));
    await rows().nth(28).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await zoomedFindings(page)).toEqual([]);
    await leave();
  });

  it('offers used accounts of Ledger Live and older wallets first, and imports them', async () => {
    const ledger = addressAt("m/44'/60'/2'/0/0");
    const old = addressAt("m/44'/60'/0'/1");
    for (const address of [ledger, old] as const) {
      await used.devnet.fund(address as Address, { eth: 10n ** 16n });
    }
    await typePhrase();
    await rows().filter({ hasText: '0.01 ETH' }).nth(1).waitFor();
    const top = (await rows().allInnerTexts()).slice(0, 2);
    expect(top[0]).toContain(text('importAccounts.ledgerNumber', { number: 3 }));
    expect(top[1]).toContain(text('importAccounts.legacyNumber', { number: 2 }));
    expect(top.map((row) => SHORT.exec(row)?.[0].slice(-4))).toEqual(
      [ledger, old].map((address) => address.slice(-4)),
    );
    expect(await rows().getByRole('checkbox', { checked: true }).count()).toBe(2);
    await press(text('importAccounts.import', 2));
    await page.getByTestId('address').waitFor();
    const names = await page.getByLabel(text('home.account')).locator('option').allInnerTexts();
    expect(names.filter((name) => name.includes('Ledger 3'))).toHaveLength(1);
  });

  it('marks the accounts that the vault already has, and works without a network', async () => {
    await used.devnet.stop();
    await typePhrase();
    await page.getByText(text('importAccounts.lookUpFailed')).waitFor();
    expect(
      await rows()
        .filter({ hasText: text('importAccounts.held') })
        .count(),
    ).toBe(2);
    await rows()
      .filter({ hasText: text('importAccounts.ledgerNumber', { number: 2 }) })
      .click();
    await press(textPattern('importAccounts.import'));
    await page.getByTestId('address').waitFor();
    const names = await page.getByLabel(text('home.account')).locator('option').allInnerTexts();
    expect(names.filter((name) => name.includes('Ledger 2'))).toHaveLength(1);
  });
});
