import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';

let vault: VaultInUse;
let world: VaultInUse['world'];
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];
let page: Page;

beforeAll(async () => {
  vault = await startVaultInUse('server');
  ({ world, browser, wallet, page } = vault);
  await wallet.importWallet('First', `0x${'11'.repeat(32)}`);
});

afterAll(() => vault?.stop());

/** Breaks the connection at the next commit, until the test repairs it. */
function cutNextCommit(arrives: boolean): void {
  let isCut = false;
  world.intercept = ({ path }, response, forward) => {
    if (!path.startsWith('/v1/')) return undefined;
    const isCommit = path === '/v1/mutations/commit' && !isCut;
    if (!isCommit && !isCut) return undefined;
    isCut = true;
    const before = isCommit && arrives ? forward() : Promise.resolve();
    return before.then(() => void response.destroy());
  };
}

/** Imports a wallet whose save ends without an answer. */
async function importCut(name: string, digit: string): Promise<void> {
  await press(text('home.addWallet'));
  await press(textPattern('addWallet.import'));
  await page.getByLabel(text('addWallet.name')).fill(name);
  await page.getByLabel(textPattern('addWallet.secret')).fill(`0x${digit.repeat(32)}`);
  await press(text('addWallet.importNow'));
  await page.getByText(textPattern('failures.OUTCOME_UNKNOWN')).waitFor();
  const window = await browser.waitForWindow('ceremony.html');
  await window.getByRole('heading', { name: text('prompt.outcomeUnknown') }).waitFor();
  await window.close();
  await page.reload();
  await unknown().waitFor();
}

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const names = () => page.getByLabel(text('home.account')).locator('option').allInnerTexts();
const unknown = () => page.getByText(text('warnings.lastSaveUnknown'));
const commits = () => world.requests.filter(({ path }) => path === '/v1/mutations/commit').length;

describe('the wallet after a save whose answer and receipt are lost', () => {
  it('shows a save as unknown, then as saved once the server responds again', async () => {
    cutNextCommit(true);
    await importCut('Arrived', '22');
    const sent = commits();
    world.intercept = undefined;
    await unknown().waitFor({ state: 'detached' });
    await eventually(async () => expect(await names()).toEqual(['First', 'Arrived']));
    expect(commits()).toBe(sent);
  });

  it('shows a save as unknown, then as missing once the server responds without the save', async () => {
    cutNextCommit(false);
    await importCut('Lost', '33');
    const sent = commits();
    world.intercept = undefined;
    await page.getByText(text('warnings.walletNotSaved')).waitFor();
    expect(await names()).toEqual(['First', 'Arrived']);
    expect(commits()).toBe(sent);
  });
});
