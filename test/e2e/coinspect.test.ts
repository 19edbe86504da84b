import config from 'eth-phishing-detect/src/config.json' with { type: 'json' };
import type { Page } from 'playwright-core';
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKENS } from '../../shared/chain/deployments.ts';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { waitForGuard } from '../helpers/wait-for-guard.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';
import { zoomedFindings } from '../helpers/zoomed.ts';

const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
/** Methods that Condor always refuses. */
const REFUSED = ['eth_decrypt', 'eth_getEncryptionPublicKey'];
/** A site on the bundled phishing list. */
const [PHISHING = ''] = config.blacklist;
const COIN = TOKENS.find(({ symbol }) => symbol === 'cbXRP');

let used: WalletInUse;
let server: PageServer;
let page: Page;

beforeAll(async () => {
  [used, server] = await Promise.all([
    startWalletInUse({ args: [`--host-resolver-rules=MAP ${PHISHING} 127.0.0.1`] }),
    startPageServer(),
  ]);
  page = await used.browser.context.newPage();
  await page.goto(`${server.url}/site`);
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
});

type Outcome = { readonly result?: unknown; readonly code?: number };

const ask = (method: string, params: unknown = []) =>
  page.evaluate<Outcome>(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), ({ code }) => ({ code }))`);
const windows = () =>
  used.browser.context.pages().filter((one) => one.url().includes('/approval.html'));

const typedData = (chainId: number) =>
  JSON.stringify({
    types: {
      EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
      Mail: [{ name: 'contents', type: 'string' }],
    },
    primaryType: 'Mail',
    domain: { chainId },
    message: { contents: 'Hello' },
  });

/** A button scrolls to a warning, and disappears once the Tab key has reached the warning. */
const GONE_HINT = 'the focus never reaches "1 warning below"';

const accountRequests = (): readonly (readonly [string, unknown])[] => [
  ['eth_decrypt', ['0x00', used.address]],
  ['eth_getEncryptionPublicKey', [used.address]],
  ['eth_signTypedData', [[{ type: 'string', name: 'text', value: 'Hello' }], used.address]],
  ['eth_signTypedData_v3', [used.address, typedData(8453)]],
  ['eth_signTypedData_v4', [used.address, typedData(8453)]],
  ['personal_sign', ['0x68656c6c6f', used.address]],
  ['eth_sendTransaction', [{ from: used.address, to: OTHER, value: '0x1' }]],
];

/** Requests of Coinspect's tests that change the wallet's lists. */
const listRequests = (): readonly (readonly [string, unknown])[] => [
  [
    'wallet_addEthereumChain',
    [{ chainId: '0x64', chainName: 'Gnosis', rpcUrls: ['http://127.0.0.1:9'] }],
  ],
  [
    'wallet_watchAsset',
    { type: 'ERC20', options: { address: COIN?.address, symbol: 'cbXRP', decimals: 6 } },
  ],
];

describe('a site that isn’t connected', () => {
  it('a site that isn’t connected doesn’t get an account or a signature, and its account requests don’t open a prompt', async () => {
    expect(await ask('eth_accounts')).toEqual({ result: [] });
    for (const [method, params] of accountRequests())
      expect([method, await ask(method, params)]).toEqual([
        method,
        { code: REFUSED.includes(method) ? 4200 : 4100 },
      ]);
    expect(windows()).toEqual([]);
  });

  it('the connection request shows a site’s full origin, and lists what a connected site can see and request', async () => {
    const asked = ask('eth_requestAccounts');
    const window = await used.approval();
    expect(await window.getByTestId('origin').textContent()).toBe(server.url);
    await window.getByText(text('approvals.connectMeans')).waitFor();
    const connect = window.getByRole('button', { name: text('approvals.connect'), exact: true });
    await eventually(async () => expect(await connect.isEnabled()).toBe(true));
    expect(await zoomedFindings(window)).toEqual([]);
    await used.answer('Connect');
    expect(await asked).toEqual({ result: [used.address.toLowerCase()] });
  });
});

describe('a site on the list of phishing sites', () => {
  it('the connection request of a known phishing site enables Connect only after the user acknowledges the warning', async () => {
    const site = await used.browser.context.newPage();
    await site.goto(`http://${PHISHING}:${server.port}/site`);
    const asked = site.evaluate<unknown>(`ethereum.request({ method: 'eth_requestAccounts' }).catch(
      ({ code }) => code)`);
    const window = await used.approval();
    await window.getByText(text('approvals.phishingSite')).waitFor();
    const connect = window.getByRole('button', { name: text('approvals.connect'), exact: true });
    await waitForGuard(window);
    expect(await connect.isDisabled()).toBe(true);
    await window.getByLabel(text('approvals.phishingSiteAgree')).check();
    expect(await connect.isEnabled()).toBe(true);
    await used.answer('Reject');
    expect(await asked).toBe(4001);
    await site.close();
  });
});

describe('a token that somebody sends', () => {
  it('Home doesn’t show a received token that the user hasn’t added', async () => {
    const { wallet, devnet } = used;
    await wallet.page.bringToFront();
    await wallet.open('Home');
    const usdc = wallet.page.getByTestId('balance-USDC');
    await usdc.waitFor();
    const before = await usdc.textContent();
    await devnet.fund(used.address as Address, { usdc: 5_000000n, cbxrp: 7_000000n });
    await eventually(async () => {
      await wallet.page.getByRole('button', { name: text('home.refreshBalances') }).click();
      expect(await usdc.textContent()).not.toBe(before);
    });
    expect(await wallet.page.getByTestId('balance-cbXRP').count()).toBe(0);
    await page.bringToFront();
  });
});

describe('a connected site', () => {
  it('the wallet shows each privileged request of a connected site to the user, or refuses the request', async () => {
    for (const [method, params] of [...accountRequests(), ...listRequests()]) {
      const asked = ask(method, params);
      if (!REFUSED.includes(method)) {
        const window = await used.approval();
        const found = await zoomedFindings(window);
        expect([method, ...found.filter((finding) => finding !== GONE_HINT)]).toEqual([method]);
        await used.answer('Reject');
      }
      expect([method, await asked]).toEqual([
        method,
        { code: REFUSED.includes(method) ? 4200 : 4001 },
      ]);
    }
    expect(await ask('eth_sign', [used.address, `0x${'00'.repeat(32)}`])).toEqual({ code: 4200 });
  });

  it('the wallet rejects typed data for a different chain without a prompt', async () => {
    for (const method of ['eth_signTypedData_v3', 'eth_signTypedData_v4'])
      expect(await ask(method, [used.address, typedData(1)])).toEqual({ code: -32602 });
    expect(windows()).toEqual([]);
  });

  it('the wallet prompts for an unlock on account requests, and answers 4001 when the user closes the window', async () => {
    await used.wallet.page.bringToFront();
    await used.wallet.lock();
    await page.bringToFront();
    const requests = [...accountRequests(), ...listRequests()].filter(
      ([method]) => !REFUSED.includes(method),
    );
    const answers: Outcome[] = [];
    const asked = requests.map(async ([method, params]) => {
      answers.push(await ask(method, params));
    });
    const window = await used.browser.waitForWindow('approval.html');
    await window.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
    // Requests are handled in order, so this answer proves that the earlier requests have ended.
    expect(await ask('eth_chainId')).toHaveProperty('result');
    expect(await window.locator('main').first().textContent()).not.toContain(
      used.address.slice(0, 6),
    );
    expect(answers).toEqual([]);
    await window.close();
    await Promise.all(asked);
    expect(answers).toEqual(requests.map(() => ({ code: 4001 })));
    await eventually(async () => expect(windows()).toEqual([]));
  });
});
