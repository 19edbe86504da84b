import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';

let vault: VaultInUse;
let world: VaultInUse['world'];
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];
let moves: VaultInUse['moves'];
let page: Page;
let address: string;

beforeAll(async () => {
  vault = await startVaultInUse('device');
  ({ world, browser, wallet, moves, page } = vault);
  address = await wallet.address();
});

afterAll(() => vault?.stop());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const others = () => page.getByTestId('other-vaults');

async function look(): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
}

describe('the wallet on a device with other vaults', () => {
  it('the lock screen offers the replaced vault after a move to a server, and again after the return from it', async () => {
    await wallet.connectServer(world.url);
    await moves.openAnew(address);
    await wallet.lock();
    await others().getByText(text('otherVaults.retiredMeans')).waitFor();
    await look();
    await others()
      .getByRole('button', { name: text('otherVaults.use') })
      .click();
    await others().getByText(text('otherVaults.keptMeans')).waitFor();
    await look();
    await wallet.unlock();
    expect(await wallet.address()).toBe(address);
  });

  it('lists what the user would lose in other vaults by forgetting the device', async () => {
    await wallet.lock();
    await button(text('forget.title')).click();
    await page.getByText(textPattern('otherVaults.lossServer')).waitFor();
    await look();
    await page
      .getByRole('button', { name: text('ui.back') })
      .first()
      .click();
  });

  it('deletes other vaults only after the user has typed a word', async () => {
    await wallet.unlock();
    await moves.openSync();
    const stored = page.getByTestId('stored-vaults');
    await stored.getByText(text('otherVaults.deleteTitle'), { exact: true }).first().click();
    const remove = stored.getByRole('button', { name: text('otherVaults.delete') });
    expect(await remove.isDisabled()).toBe(true);
    await stored.getByRole('textbox').fill(text('ui.deleteWord'));
    await look();
    await remove.click();
    await stored.waitFor({ state: 'detached' });
  });

  it('offers to open a stored vault that has no record, instead of the set-up, and opens that vault', async () => {
    await browser.serviceWorker.evaluate('chrome.storage.local.remove("vault")');
    await browser.stopWorker();
    await page.reload();
    await others().getByText(text('otherVaults.foundMeans')).waitFor();
    await look();
    await others()
      .getByRole('button', { name: text('otherVaults.open') })
      .click();
    expect(await wallet.address()).toBe(address);
  });

  it('names other vaults instead of advising to forget the device when the record points to an empty slot', async () => {
    await wallet.lock();
    await browser.serviceWorker.evaluate(`chrome.storage.local.get('vault').then(({ vault }) => {
      vault.value.slot = 'vault-f';
      return chrome.storage.local.set({ vault });
    })`);
    await browser.stopWorker();
    await page.reload();
    await page.getByRole('button', { name: text('unlock.unlock'), exact: true }).click();
    await page.getByText(text('failures.MISPLACED_DEVICE_VAULT')).waitFor();
    await look();
    await others()
      .getByRole('button', { name: text('otherVaults.open') })
      .click();
    expect(await wallet.address()).toBe(address);
    await wallet.lock();
    await others().waitFor({ state: 'detached' });
    await wallet.unlock();
    expect(await wallet.address()).toBe(address);
  });
});
