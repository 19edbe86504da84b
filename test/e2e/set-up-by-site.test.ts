import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowAgain } from '../helpers/allow-again.ts';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';

const CHAIN = {
  chainId: '0x64',
  chainName: 'Gnosis',
  rpcUrls: ['https://node.example'],
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
};

let world: VaultWorld;
let server: PageServer;
let browser: WalletBrowser;
let site: Page;
let other: Page;

beforeAll(async () => {
  [world, server, browser] = await Promise.all([
    startVaultWorld(),
    startPageServer(),
    launchWallet(),
  ]);
  [site, other] = await Promise.all([visit(server.url), visit(server.otherUrl)]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await world?.stop();
});

type Outcome = { readonly result?: unknown; readonly code?: number };

async function visit(origin: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(`${origin}/site`);
  return page;
}

const ask = (page: Page, method: string, params: unknown = []) =>
  page.evaluate<Outcome>(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), ({ code }) => ({ code }))`);

const approvalPages = () =>
  browser.context.pages().filter((page) => page.url().includes('/approval.html'));
const noWindow = () => eventually(async () => expect(approvalPages()).toHaveLength(0));

/** Returns the approval window once it offers to set up the wallet for a site. */
async function setUpWindow(origin: string): Promise<Page> {
  let window: Page | undefined;
  // A window that a dying worker has opened may still be closing.
  await eventually(async () => {
    window = await browser.waitForWindow('approval.html');
    await window
      .getByRole('heading', { name: text('onboarding.title') })
      .waitFor({ timeout: 2_000 });
    await window.getByTestId('waiting-site').getByText(origin).waitFor({ timeout: 2_000 });
    expect(
      await window.getByRole('button', { name: text('unlock.unlock'), exact: true }).count(),
    ).toBe(0);
  });
  if (window === undefined) throw new Error('no approval window');
  return window;
}

/** Presses Tab until an element with that name has the focus, then Enter. */
async function pressByKey(window: Page, name: string): Promise<void> {
  const button = window.getByRole('button', { name, exact: true });
  await expect.poll(() => button.isEnabled()).toBe(true);
  for (let stop = 0; stop < 40; stop++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await window.keyboard.press('Tab');
  }
  // The window may close while the key is down.
  await window.keyboard.press('Enter').catch((error: unknown) => {
    if (!window.isClosed()) throw error;
  });
}

async function typeServer(window: Page): Promise<void> {
  await openServerStep(window);
  const field = window.getByLabel(text('onboarding.serverAddress'));
  await field.focus();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.type(world.url);
  expect(await field.inputValue()).toBe(world.url);
  await pressByKey(window, text('onboarding.continue'));
  await window.getByRole('button', { name: text('onboarding.createVault') }).waitFor();
}

async function createWallet(window: Page): Promise<void> {
  await window.getByRole('button', { name: textPattern('addWallet.create') }).click();
  await pressByKey(window, text('addWallet.showPhrase'));
  await window.getByTestId('phrase').waitFor();
  await window.getByRole('checkbox').focus();
  await window.keyboard.press('Space');
  await pressByKey(window, text('addWallet.save'));
}

describe('a site that asks before a vault exists', () => {
  it.each([
    ['eth_requestAccounts', []],
    ['wallet_requestPermissions', [{ eth_accounts: {} }]],
    ['wallet_addEthereumChain', [CHAIN]],
  ])(
    'the wallet answers 4001 when the user closes the set-up window for %s',
    async (method, params) => {
      const asked = ask(site, method, params);
      await (await setUpWindow(server.url)).close();
      expect(await asked).toEqual({ code: 4001 });
      await noWindow();
    },
  );

  it('the wallet answers 4001 when the user chooses “Not now” in the set-up window', async () => {
    await allowAgain(await browser.openWallet(), server.url);
    const asked = ask(site, 'eth_requestAccounts');
    await (await setUpWindow(server.url))
      .getByRole('button', { name: text('approvals.notNow') })
      .click();
    expect(await asked).toEqual({ code: 4001 });
    await noWindow();
  });

  it('the wallet answers 4001 when the user closes the window during the set-up, even after the worker died', async () => {
    const asked = ask(site, 'eth_requestAccounts');
    const window = await setUpWindow(server.url);
    await typeServer(window);
    await browser.stopWorker();
    await eventually(async () => expect(await ask(other, 'eth_accounts')).toEqual({ result: [] }));
    await window.close();
    expect(await asked).toEqual({ code: 4001 });
    await noWindow();
  });

  it('the wallet answers two waiting sites after the set-up, even after the worker died', async () => {
    const asked = ask(site, 'eth_requestAccounts');
    const window = await setUpWindow(server.url);
    const second = ask(other, 'wallet_requestPermissions', [{ eth_accounts: {} }]);
    await window.getByText(server.otherUrl).waitFor();
    await typeServer(window);
    await browser.stopWorker();
    await pressByKey(window, text('onboarding.createVault'));
    await window.getByRole('heading', { name: text('home.addWallet') }).waitFor();
    await window.getByTestId('waiting-site').getByText(server.url).waitFor();
    await browser.stopWorker();
    await createWallet(window);
    await window.getByRole('heading', { name: text('approvals.connectTitle') }).waitFor();
    await window.getByTestId('origin').getByText(server.url).waitFor();
    await pressByKey(window, text('approvals.connect'));
    const { result } = await asked;
    expect(result).toEqual([expect.stringMatching(/^0x[0-9a-f]{40}$/)]);
    await window.getByTestId('origin').getByText(server.otherUrl).waitFor();
    await pressByKey(window, text('approvals.connect'));
    expect(await second).toMatchObject({ result: [{ parentCapability: 'eth_accounts' }] });
    await noWindow();
  });
});

describe('a site that asks in a new profile', () => {
  it('the wallet answers a site in a new profile after one click and the user’s consent, without any server', async () => {
    const fresh = await launchWallet();
    try {
      const page = await fresh.context.newPage();
      await page.goto(`${server.url}/site`);
      const asked = ask(page, 'eth_requestAccounts');
      const window = await fresh.waitForWindow('approval.html');
      await pressByKey(window, text('firstRun.create'));
      await window.getByRole('heading', { name: text('approvals.connectTitle') }).waitFor();
      await pressByKey(window, text('approvals.connect'));
      expect((await asked).result).toEqual([expect.stringMatching(/^0x[0-9a-f]{40}$/)]);
    } finally {
      await fresh.close();
    }
  });
});

async function lock(page: Page): Promise<void> {
  const [lockButton, unlockButton] = [
    page.getByRole('button', { name: text('home.lock'), exact: true }),
    page.getByRole('button', { name: text('unlock.unlock'), exact: true }),
  ];
  await lockButton.or(unlockButton).first().waitFor();
  if (await lockButton.isVisible()) await lockButton.click();
  await unlockButton.waitFor();
}

describe('the wallet with an existing vault', () => {
  beforeAll(async () => {
    await browser.close();
    browser = await launchWallet();
    [site, other] = await Promise.all([visit(server.url), visit(server.otherUrl)]);
    const wallet = await walletUser(browser);
    await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
    await wallet.createVault();
    await wallet.createWallet();
    await wallet.page.close();
    const asked = ask(site, 'eth_requestAccounts');
    const window = await browser.waitForWindow('approval.html');
    await window.getByRole('button', { name: text('approvals.connect'), exact: true }).click();
    await asked;
    await noWindow();
  });

  it('keeps a site connected to its account while the vault is locked', async () => {
    const page = await browser.openWallet();
    await lock(page);
    await page.close();
    expect((await ask(site, 'eth_requestAccounts')).result).toHaveLength(1);
    await noWindow();
  });

  it('answers a site with 4001 if the user doesn’t unlock the vault', async () => {
    const page = await browser.openWallet();
    await lock(page);
    await page.close();
    const asked = ask(other, 'eth_requestAccounts');
    const window = await browser.waitForWindow('approval.html');
    await window.getByTestId('waiting-site').getByText(server.otherUrl).waitFor();
    await window.getByRole('button', { name: text('approvals.notNow') }).click();
    expect(await asked).toEqual({ code: 4001 });
    await noWindow();
  });

  it('unlocks the existing vault for the site that the window names, without another set-up', async () => {
    const page = await browser.openWallet();
    await lock(page);
    const asked = ask(other, 'eth_requestAccounts');
    const window = await browser.waitForWindow('approval.html');
    await window.getByTestId('waiting-site').getByText(server.otherUrl).waitFor();
    await window.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
    expect(await window.getByRole('heading', { name: text('onboarding.title') }).count()).toBe(0);
    await pressByKey(window, text('unlock.unlock'));
    await window.getByRole('button', { name: text('approvals.connect'), exact: true }).click();
    expect((await asked).result).toHaveLength(1);
    await noWindow();
    await page.close();
  });

  it('shows the recovery screen for an unreadable vault, and rejects a site’s request with 4900', async () => {
    const page = await browser.openWallet();
    await page.evaluate("chrome.storage.local.set({ vault: { version: 1, value: 'torn' } })");
    await page.close();
    await browser.stopWorker();
    await eventually(async () => expect((await ask(other, 'eth_accounts')).code).toBe(4900));
    const asked = ask(site, 'eth_requestAccounts');
    const window = await browser.waitForWindow('approval.html');
    await window.getByRole('heading', { name: text('storage.title') }).waitFor();
    expect(
      await window.getByRole('button', { name: text('unlock.unlock'), exact: true }).count(),
    ).toBe(0);
    expect((await asked).code).toBe(4900);
  });
});
