import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserArgs, ensureBrowser, headlessArgs } from '../helpers/browser.ts';
import { type Services, startServices } from '../run/services.ts';
import { type Dapp, startDapp } from './dapp-server.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import { type Maker, startMaker } from './maker.ts';

/**
 * A wallet for this test: it forwards all requests to the devnet's node, which has the accounts'
 * keys, and rejects the methods in `window.refused`.
 */
function injectWallet({ rpcUrl, account }: { rpcUrl: string; account: string }): void {
  const refused = new Set<string>();
  Object.assign(window, { refused });
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (refused.has(method))
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account];
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    });
    const { result, error } = await answer.json();
    if (error !== undefined) throw Object.assign(new Error(error.message), error);
    return result;
  };
  const info = { uuid: 'u', name: 'Probe wallet', icon: 'data:,', rdns: 'example.probe' };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: Object.freeze({ info, provider: { request, on: () => undefined } }),
      }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
}

describe('the demo dApp', () => {
  let devnet: Devnet;
  let maker: Maker;
  let dapp: Dapp;
  let services: Services;
  let folder: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'condor-dapp-'));
    devnet = await startDevnet();
    services = await startServices(new Set(['orders', 'indexer']), {
      SERVICES: 'orders,indexer',
      PORT: '0',
      LOG_LEVEL: 'warn',
      CHAIN_RPC_URL: devnet.rpcUrl,
      CHAIN_START_BLOCK: '0',
      DATABASE_URL: `sqlite:${join(folder, 'condor.db')}`,
    });
    const { orders: ordersUrl = '', indexer: indexerUrl = '' } = services.urls;
    maker = await startMaker({ devnet, ordersUrl, quoteEvery: 0, walkEvery: 0 });
    dapp = await startDapp({ port: 0, ordersUrl, indexerUrl, devnet });
    browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      args: [...browserArgs, ...headlessArgs],
    });
    page = await browser.newPage({ viewport: { width: 1100, height: 1200 } });
    await page.addInitScript(injectWallet, {
      rpcUrl: devnet.rpcUrl,
      account: devnet.accounts.takers[0].address,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await dapp?.stop();
    await maker?.stop();
    await services?.stop();
    await devnet?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const setRefused = (method: string, isRefused: boolean) =>
    page.evaluate(
      ([name, refuse]) => {
        const refused: unknown = Reflect.get(window, 'refused');
        if (!(refused instanceof Set)) return;
        if (refuse) refused.add(name);
        else refused.delete(name);
      },
      [method, isRefused] as const,
    );

  test('lists live orders in plain words before a wallet connects', async () => {
    await page.goto(dapp.url);
    const row = page.getByTestId('order-row').first();
    await row.waitFor();
    expect(await page.getByTestId('order-row').count()).toBeGreaterThan(40);
    expect(await row.textContent()).toMatch(
      /^Put on ETH · 2\s550ETH-.*You buy\d{4}-\d\d-\d\d 08:00 UTC[\d.]+ USDC2\s550 USDC\d+ s/,
    );
    await page.getByTestId('side-filter').selectOption('sell');
    for (const text of await page.getByTestId('order-row').allTextContents())
      expect(text).toContain('You sell');
    await page.getByTestId('side-filter').selectOption('');
  });

  test('asks for a wallet before it fills an order', async () => {
    await page.getByTestId('pick-order').first().click();
    expect(await page.getByTestId('activity-bad').first().textContent()).toContain(
      'Connect a wallet first',
    );
  });

  test('finds wallets by EIP-6963, connects, and shows account, chain and balances', async () => {
    await page.locator('[data-testid=wallet-option][data-rdns="example.probe"]').click();
    await page.getByTestId('balance-USDC').waitFor();
    expect(await page.getByTestId('chain').textContent()).toBe('Base (8453)');
    expect(await page.getByTestId('account').textContent()).toBe(devnet.accounts.takers[0].address);
    expect(await page.getByTestId('balance-USDC').textContent()).toBe('USDC0 USDC');
  });

  test('stays connected after a reload until the user disconnects', async () => {
    await page.reload();
    await page.getByTestId('account').getByText(devnet.accounts.takers[0].address).waitFor();
    await page.getByTestId('disconnect').click();
    await page.reload();
    await page.locator('[data-testid=wallet-option][data-rdns="example.probe"]').waitFor();
    expect(await page.getByTestId('chain').textContent()).toBe('Not connected');
    await page.locator('[data-testid=wallet-option][data-rdns="example.probe"]').click();
    await page.getByTestId('balance-USDC').waitFor();
  });

  test('the faucet sends test tokens to the account', async () => {
    await page.getByTestId('faucet').click();
    await page.getByText('Test tokens have arrived').waitFor();
    await page.getByTestId('balance-USDC').getByText('50 000 USDC').waitFor();
    await page.getByTestId('balance-cbBTC').getByText('1 cbBTC').waitFor();
  });

  test('requests a signature, verifies it, and explains a rejection', async () => {
    await setRefused('personal_sign', true);
    await page.getByTestId('sign-message').click();
    await page.getByText('You rejected it in the wallet').first().waitFor();
    await setRefused('personal_sign', false);
    await page.getByTestId('sign-message').click();
    await page.getByText('Signed, and the signature is yours.').waitFor();
  });

  test('approves an amount of USDC, explains a rejected fill, and then fills the order', async () => {
    await page
      .locator('[data-product=CALL_SPREAD][data-asset=ETH]')
      .getByTestId('pick-order')
      .first()
      .click();
    await page.getByTestId('contracts').fill('0.5');
    const approve = page.getByTestId('approve');
    await page.getByText('First let the book take exactly this much.').waitFor();
    expect(await approve.textContent()).toMatch(/^Approve \d+\.\d+ USDC$/);
    await approve.click();
    await page.getByText('Approved: ready to fill.').waitFor();
    await setRefused('eth_sendTransaction', true);
    await page.getByTestId('fill').click();
    await page.getByTestId('ticket-message').getByText('You rejected it in the wallet').waitFor();
    await setRefused('eth_sendTransaction', false);
    await page.getByTestId('fill').click();
    await page.getByText('Bought: Call spread on ETH').waitFor();
    expect(await page.getByTestId('activity-option').first().textContent()).toMatch(
      /Option contract 0x[0-9a-fA-F]{40}\./,
    );
  });

  test('lets a taker sell a put after the taker approved the collateral', async () => {
    await page
      .locator('[data-product=PUT][data-side=sell]')
      .getByTestId('pick-order')
      .first()
      .click();
    await page.getByTestId('contracts').fill('0.1');
    await page.getByTestId('ticket-facts').getByText('You lock').waitFor();
    await page.getByTestId('approve').click();
    await page.getByText('Approved: ready to fill.').waitFor();
    await page.getByTestId('fill').click();
    await page.getByText('Sold: Put on').waitFor();
  });

  test('shows bought and sold options among the open positions', async () => {
    await page.getByText('2 open positions').waitFor();
    const positions = await page.getByTestId('position').allTextContents();
    expect(positions.filter((text) => text.startsWith('bought · ETH'))).toHaveLength(1);
    expect(positions.filter((text) => text.startsWith('sold · '))).toHaveLength(1);
  });

  test('explains an invalid size and a size above the budget', async () => {
    await page.locator('[data-product=CALL_FLY]').getByTestId('pick-order').first().click();
    await page.getByTestId('contracts').fill('many');
    await page.getByText('Type how many contracts').waitFor();
    await page.getByTestId('contracts').fill('2000');
    await page.getByTestId('approve').click();
    await page.getByText('Approved: ready to fill.').waitFor();
    await page.getByTestId('fill').click();
    await page
      .getByTestId('ticket-message')
      .getByText('The maker has no budget left for that size.')
      .waitFor();
    await page.getByTestId('ticket-close').click();
  });

  test('reports an orders service that doesn’t answer, and a browser in which no wallet announces itself', async () => {
    const alone = await startDapp({
      port: 0,
      ordersUrl: 'http://127.0.0.1:9',
      indexerUrl: 'http://127.0.0.1:9',
    });
    const lonely = await browser.newPage();
    await lonely.goto(alone.url);
    await lonely.getByText('The orders service does not answer. Nothing is lost').waitFor();
    await lonely.getByText('No wallet announced itself.').waitFor();
    expect((await fetch(`${alone.url}/faucet`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${alone.url}/../package.json`)).status).toBe(404);
    await lonely.close();
    await alone.stop();
  });

  test('the faucet rejects a request without a valid address', async () => {
    const ask = (body: string) =>
      fetch(`${dapp.url}/faucet`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    for (const body of ['{}', '[]', '{"address":"0x12"}', '{"address":7}'])
      expect((await ask(body)).status).toBe(400);
  });
});
