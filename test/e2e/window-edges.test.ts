import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type Bounds, type HeadedWallet, launchHeadedWallet } from '../helpers/headed-wallet.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

/** A screen that is lower than an approval window. */
const SCREEN = { width: 1024, height: 600 };
const INSIDE: Bounds = { left: 0, top: 0, width: 900, height: 560 };

let browser: HeadedWallet;
let server: PageServer;
let wallet: WalletUser;
let site: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchHeadedWallet(SCREEN), startPageServer()]);
  wallet = await walletUser(browser);
  await wallet.begin();
  site = await browser.context.newPage();
  await site.goto(`${server.url}/site`);
  const connected = ask('eth_requestAccounts');
  await press('approvals.connect');
  await connected;
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

type Outcome = { readonly result?: unknown; readonly code?: number; readonly message?: string };

const ask = (method: string, params: unknown = []) =>
  site.evaluate<Outcome>(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), ({ code, message }) => ({ code, message }))`);
const sign = async (message: string) =>
  ask('personal_sign', [message, await wallet.page.getByTestId('address').getAttribute('title')]);
const approval = () => browser.waitForWindow('approval.html');
const noApproval = () =>
  eventually(async () => {
    const open = browser.context.pages().filter((page) => page.url().includes('/approval.html'));
    expect(open).toEqual([]);
  });
const inWorker = (script: string) => browser.serviceWorker.evaluate(script);

async function press(key: 'approvals.connect' | 'approvals.sign'): Promise<void> {
  const window = await approval();
  await window.getByRole('button', { name: text(key), exact: true }).click();
  await noApproval();
}

/** Returns the edges of the screen over which a window extends. */
async function hiddenParts(page: Page): Promise<string[]> {
  const { left, top, width, height } = await browser.boundsOf(page);
  const edges = { left: -left, top: -top, right: left + width - SCREEN.width };
  const hidden = { ...edges, bottom: top + height - SCREEN.height };
  return Object.entries(hidden).flatMap(([edge, pixels]) => (pixels > 0 ? [edge] : []));
}

describe('a browser window beyond an edge of the screen', () => {
  afterEach(() => browser.placeWindow(site, INSIDE));

  it.each<[string, Bounds]>([
    ['right', { left: 960, top: 100, width: 900, height: 500 }],
    ['left', { left: -850, top: 100, width: 900, height: 500 }],
    ['bottom', { left: 100, top: 560, width: 900, height: 500 }],
    ['far away, on an unplugged screen', { left: 3000, top: 100, width: 900, height: 500 }],
  ])(
    'the whole approval window is visible when the browser window lies beyond an edge of the screen: %s',
    async (_, bounds) => {
      await site.bringToFront();
      await browser.placeWindow(site, bounds);
      const signed = sign('at the edge');
      const window = await approval();
      await window.getByText('at the edge').waitFor();
      expect(await hiddenParts(window)).toEqual([]);
      await press('approvals.sign');
      expect((await signed).result).toMatch(/^0x/);
    },
  );

  it('the wallet lets the user unlock in a browser window beyond an edge of the screen', async () => {
    await wallet.page.bringToFront();
    await browser.placeWindow(wallet.page, { left: 3000, top: 100, width: 900, height: 500 });
    await wallet.lock();
    await wallet.unlock();
  });
});

describe('an approval window that is moved beyond the screen', () => {
  it('the wallet moves an approval window back onto the screen after a reload', async () => {
    const signed = sign('moved');
    const window = await approval();
    await browser.placeWindow(window, { left: 800, top: 400, width: 400, height: 500 });
    await window.reload();
    await eventually(async () => expect(await hiddenParts(window)).toEqual([]));
    await press('approvals.sign');
    expect((await signed).result).toMatch(/^0x/);
  });
});

describe('the wallet in a browser that can’t open windows', () => {
  afterEach(() => inWorker('Object.assign(chrome.windows, { create: globalThis.createWindow })'));

  const withoutWindows = () =>
    inWorker(`globalThis.createWindow ??= chrome.windows.create;
      Object.assign(chrome.windows, { create: () => Promise.reject(new Error('no window')) })`);

  it('shows a request in a tab, and keeps the other tabs when the request’s tab closes', async () => {
    await withoutWindows();
    const before = browser.context.pages().length;
    const signed = sign('in a tab');
    await press('approvals.sign');
    expect((await signed).result).toMatch(/^0x/);
    expect(browser.context.pages()).toHaveLength(before);
  });

  it('rejects a request when the user closes the request’s tab', async () => {
    await withoutWindows();
    const signed = sign('in a tab');
    await (await approval()).close();
    expect(await signed).toMatchObject({ code: 4001 });
  });

  it('unlocks in a tab', async () => {
    await withoutWindows();
    await wallet.page.bringToFront();
    await wallet.lock();
    await wallet.unlock();
  });
});

describe('the wallet in a browser that can open neither windows nor tabs', () => {
  it('shows a badge, and shows the request in the toolbar’s popup', async () => {
    await inWorker(`globalThis.openers = [chrome.windows.create, chrome.tabs.create];
      const refuse = () => Promise.reject(new Error('not opened'));
      chrome.windows.create = refuse;
      chrome.tabs.create = refuse;`);
    let isAnswered = false;
    const signed = sign('in the popup').finally(() => {
      isAnswered = true;
    });
    await eventually(async () =>
      expect(await inWorker('chrome.action.getBadgeText({})')).toBe('1'),
    );
    expect(isAnswered).toBe(false);
    const popup = await browser.openPopup();
    await popup.waitForText('in the popup');
    await popup.press(text('approvals.sign'));
    expect((await signed).result).toMatch(/^0x/);
    await inWorker('[chrome.windows.create, chrome.tabs.create] = globalThis.openers');
  });
});
