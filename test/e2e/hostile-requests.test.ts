import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowAgain } from '../helpers/allow-again.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let browser: WalletBrowser;
let wallet: WalletUser;
let server: PageServer;
let site: Page;
let other: Page;
let account: string;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchWallet(), startPageServer()]);
  wallet = await walletUser(browser);
  await wallet.begin();
  account = await wallet.address();
  [site, other] = [await connected(server.url), await connected(server.otherUrl)];
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

type Outcome = { readonly result?: unknown; readonly code?: number; readonly message?: string };

const ask = (page: Page, method: string, params: unknown = []) =>
  page.evaluate<Outcome>(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), ({ code, message }) => ({ code, message }))`);

async function connected(origin: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(`${origin}/site`);
  const asked = ask(page, 'eth_requestAccounts');
  await press('approvals.connect');
  await asked;
  return page;
}

async function press(key: 'approvals.connect' | 'approvals.reject'): Promise<void> {
  const window = await browser.waitForWindow('approval.html');
  const closed = window.waitForEvent('close');
  await window.getByRole('button', { name: text(key), exact: true }).click();
  await closed;
  await allowAgain(wallet.page, server.url);
}

/** Returns struct types, each of which has two members of the next type. */
function fan(depth: number) {
  const types = Object.fromEntries(
    Array.from({ length: depth }, (_, i) => [
      `T${i}`,
      ['a', 'b'].map((name) => ({ name, type: i === depth - 1 ? 'bool' : `T${i + 1}` })),
    ]),
  );
  return { types, primaryType: 'T0', domain: {}, message: {} };
}

const listOf = (texts: readonly string[]) => ({
  types: { List: [{ name: 'all', type: 'string[]' }] },
  primaryType: 'List',
  domain: {},
  message: { all: texts },
});

describe('the wallet with a site’s hostile request', () => {
  it('typed data whose types expand to 2^60 structs freezes neither the worker nor the window', async () => {
    const asked = ask(site, 'eth_signTypedData_v4', [account, fan(60)]);
    const window = await browser.waitForWindow('approval.html');
    await window.getByText('T0').first().waitFor();
    expect(await ask(other, 'eth_accounts')).toEqual({ result: [account.toLowerCase()] });
    await press('approvals.reject');
    expect(await asked).toMatchObject({ code: 4001 });
  });

  it.each([
    ['types that refer to themselves', { ...fan(2), types: { T0: [{ name: 'a', type: 'T0' }] } }],
    ['more values than can be explained', listOf(Array.from({ length: 40_000 }, () => 'x'))],
  ])('answers -32602 for %s and opens no window', async (_, data) => {
    const before = browser.context.pages().length;
    expect(await ask(site, 'eth_signTypedData_v4', [account, data])).toMatchObject({
      code: -32602,
    });
    expect(browser.context.pages()).toHaveLength(before);
  });

  it.each<[string, string, (account: string) => unknown]>([
    ['a right-to-left message of a megabyte', 'personal_sign', (of) => ['א '.repeat(300_000), of]],
    ['a message of letters with marks', 'personal_sign', (of) => ['a\u0301'.repeat(250_000), of]],
    [
      'typed data with 12,000 values',
      'eth_signTypedData_v4',
      (of) => [of, listOf(Array.from({ length: 12_000 }, (_, index) => `value ${index}`))],
    ],
    [
      'typed data with a text from right to left',
      'eth_signTypedData_v4',
      (of) => [of, listOf(['א '.repeat(300_000)])],
    ],
  ])('opens a responsive window for %s', async (_, method, params) => {
    const asked = ask(site, method, params(account));
    const window = await browser.waitForWindow('approval.html');
    await window.getByTestId('origin').waitFor();
    await press('approvals.reject');
    expect(await asked).toMatchObject({ code: 4001 });
  });
});
