import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_R12, IMPLEMENTATIONS } from '../../shared/chain/deployments.ts';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const PICTURES = fileURLToPath(new URL('../../.output/trust-book/', import.meta.url));
const NEW_BOOK: Address = '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4';
const NEW_PUT: Address = '0xAb8483F64d9C6d1EcF9b849Ae677dD3315835cb2';
const NOTHING_THERE: Address = '0x4B20993Bc481177ec7E8f571ceCaE8A9e22C02db';

let trader: Trader;
let page: Page;

beforeAll(async () => {
  trader = await startTrader();
  page = trader.page;
  await copyCode(BOOK_R12, NEW_BOOK);
  const put = IMPLEMENTATIONS.find((one) => one.revision === 'r12' && one.product === 'PUT');
  await copyCode(put?.address ?? expect.unreachable(), NEW_PUT);
  await mkdir(PICTURES, { recursive: true });

  async function copyCode(from: Address, to: Address) {
    const { client } = trader.world.devnet;
    const bytecode = await client.getCode({ address: from });
    if (bytecode === undefined) throw new Error('There is nothing to copy.');
    await client.setCode({ address: to, bytecode });
  }
});
afterAll(async () => trader?.stop());

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const books = () => page.getByTestId('trusted-books').getByRole('listitem');

async function openAdvanced(): Promise<void> {
  await trader.wallet.open('Home');
  await press(text('home.settings'));
  await press(text('settings.advanced'));
  await page.getByRole('heading', { name: text('books.title') }).waitFor();
}

async function fillIn(book: string, option: string): Promise<void> {
  await openAdvanced();
  await press(text('books.trust'));
  await page.getByLabel(text('books.address')).fill(book);
  await page.getByLabel(text('books.optionAddress', { place: 1 }), { exact: true }).fill(option);
}

describe('an order book that the user trusts by hand', () => {
  it('needs whole addresses and the user’s consent', async () => {
    await fillIn('0x1234', NEW_PUT);
    await page.getByText(text('books.badAddress')).waitFor();
    await page.getByRole('checkbox').check();
    const check = page.getByRole('button', { name: text('books.check') });
    expect(await check.isDisabled()).toBe(true);
    await page.getByLabel(text('books.address')).fill(NEW_BOOK);
    expect(await check.isDisabled()).toBe(false);
    await page.getByRole('checkbox').uncheck();
    expect(await check.isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: `${PICTURES}form.png`, fullPage: true });
  });

  it.each([
    ['an address without a contract', NOTHING_THERE, NEW_PUT, textPattern('books.problem.noCode')],
    ['a contract that is no book', NEW_PUT, NEW_PUT, textPattern('books.problem.notABook')],
    ['a book that Condor knows', BOOK_R12, NEW_PUT, textPattern('books.problem.builtIn')],
  ])('rejects an order book for %s with the reason', async (_, book, option, reason) => {
    await fillIn(book, option);
    await page.getByRole('checkbox').check();
    await press(text('books.check'));
    await page.getByRole('alert').filter({ hasText: reason }).waitFor();
    await press(text('ui.cancel'));
    expect(await books().count()).toBe(0);
  });

  it('lists a trusted book with its whole address and removes it only after a second question', async () => {
    await fillIn(NEW_BOOK, NEW_PUT);
    await page.getByRole('checkbox').check();
    await press(text('books.check'));
    await books().first().waitFor();
    const shown = await books().textContent();
    expect(shown?.replaceAll(/\s/g, '')).toContain(NEW_BOOK);
    await openAdvanced();
    await press(text('books.forget'));
    await page.getByText(text('books.forgetMeans')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: `${PICTURES}stop.png`, fullPage: true });
    await press(text('books.keep'));
    expect(await books().count()).toBe(1);
    await press(text('books.forget'));
    await press(text('books.forgetNow'));
    await books().first().waitFor({ state: 'detached' });
  });
});
