import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { verifyMessage } from 'ethers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../devnet/anvil.ts';
import { DEVNET_MNEMONIC } from '../devnet/devnet.ts';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { type Agreement, startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const DIST = join(
  dirname(createRequire(import.meta.url).resolve('@metamask/test-dapp/package.json')),
  'dist',
);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
/**
 * The page looks for this property, which MetaMask sets on its provider. Condor never sets the
 * property, so the test does.
 */
const CLAIM = `{
  const claim = (provider) => { if (provider) provider.isMetaMask = true; };
  claim(window.ethereum);
  addEventListener('eip6963:announceProvider', ({ detail }) => claim(detail.provider));
}`;

let used: WalletInUse;
let server: PageServer;
let mainnet: Anvil;
let page: Page;

beforeAll(async () => {
  [used, server, mainnet] = await Promise.all([
    startWalletInUse(),
    startPageServer(),
    startAnvil({ port: 0, host: '127.0.0.1', chainId: 1, mnemonic: DEVNET_MNEMONIC }),
  ]);
  for (const name of await readdir(DIST)) {
    const body = await readFile(join(DIST, name));
    const type = TYPES[extname(name)] ?? 'text/html';
    server.serve(`/${name === 'index.html' ? '' : name}`, { body, type });
  }
  page = await used.browser.context.newPage();
  await page.addInitScript(CLAIM);
  // Blocks foreign fonts, styles and relays, so that all requests stay on this machine.
  await page.route(
    (url) => url.hostname !== 'localhost',
    (route) => route.abort(),
  );
  await page.goto(`${server.url}/`, { waitUntil: 'commit' });
  await page.locator('#connectButton:enabled').waitFor();
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
  await mainnet?.stop();
});

const press = (id: string) => page.locator(`#${id}`).click();
const textOf = async (id: string) => (await page.locator(`#${id}`).allInnerTexts()).join();
/** Presses a button of the page, and answers the window that opens. */
const ask = async (id: string, answer: Agreement | 'Reject') =>
  (await Promise.all([used.answer(answer), press(id)]))[0];
const shows = (id: string, text: string | RegExp) =>
  eventually(async () => expect(await textOf(id)).toMatch(text));

describe('the wallet with the test dApp', () => {
  it('lets the test dApp connect and read accounts, network and permissions', async () => {
    await ask('connectButton', 'Connect');
    await shows('accounts', new RegExp(used.address, 'i'));
    expect([await textOf('network'), await textOf('chainId')]).toEqual(['8453', '0x2105']);
    await press('getAccounts');
    await shows('getAccountsResult', new RegExp(used.address, 'i'));
    await press('getPermissions');
    await shows('permissionsResult', /eth_accounts/);
  });

  it('signs a message that the page and ethers verify', async () => {
    expect(await ask('personalSign', 'Sign')).toContain('Example `personal_sign` message');
    await shows('personalSignResult', /^0x[0-9a-f]{130}$/);
    const signature = await textOf('personalSignResult');
    expect(verifyMessage('Example `personal_sign` message', signature)).toBe(used.address);
    await press('personalSignVerify');
    await shows('personalSignVerifySigUtilResult', new RegExp(used.address, 'i'));
    await shows('personalSignVerifyECRecoverResult', new RegExp(used.address, 'i'));
  });

  it.each([
    ['signTypedData', textPattern('signed.values')],
    ['signTypedDataV3', textPattern('signed.plainData', { type: 'Mail' })],
    ['signTypedDataV4', textPattern('signed.plainData', { type: 'Mail' })],
    ['signPermit', /^(?:.*\n)*Allow 0x5B38…ddC4 to take 3,000 units/],
  ])(
    'signs the page’s %s request, and the page’s own library verifies the signature',
    async (id, sentence) => {
      expect(await ask(id, 'Sign')).toMatch(sentence);
      await shows(`${id}Result`, /0x[0-9a-f]{130}/);
      await press(`${id}Verify`);
      await shows(`${id}VerifyResult`, new RegExp(used.address, 'i'));
    },
  );

  it.each([
    ['siweBadDomain', textPattern('signIn.problem.otherSite', { site: 'metamask.badactor.io' })],
    ['siweBadAccount', textPattern('signIn.problem.otherAccount')],
  ])(
    'shows the sign-in problem of the page’s %s request, and lets the user reject the request',
    async (id, reason) => {
      expect(await ask(id, 'Reject')).toMatch(reason);
      await shows('siweResult', /User denied message signature/);
    },
  );

  it.each([
    ['siwe', textPattern('signIn.problem.otherNetwork')],
    ['siweMalformed', textPattern('signIn.problem.notStandard')],
  ])('signs the page’s %s request after a warning', async (id, warning) => {
    expect(await ask(id, 'Sign')).toMatch(warning);
    await shows('siweResult', /0x[0-9a-f]{130}/);
  });

  it.each(['signInvalidType', 'signInvalidPrimaryType', 'signNoPrimaryTypeDefined'])(
    'rejects the page’s %s request without a prompt',
    async (id) => {
      await press(id);
      await shows('signMalformedResult', /^Error: /);
      expect(used.browser.context.pages().some((one) => one.url().includes('approval'))).toBe(
        false,
      );
    },
  );

  it('sends legacy and EIP-1559 transactions, and deploys, watches, transfers and approves a token', async () => {
    const count = () =>
      used.devnet.client.getTransactionCount({ address: used.devnet.accounts.takers[0].address });
    const before = await count();
    for (const id of ['sendEIP1559Button', 'sendButton']) {
      expect(await ask(id, 'Confirm')).toContain(
        text('actions.asked.transfer', { amount: '0 ETH', to: '0x0c54…AaFb' }),
      );
    }
    expect(await ask('createToken', 'Confirm')).toContain(text('actions.asked.deploy'));
    await shows('erc20TokenAddresses', /^0x[0-9a-fA-F]{40}$/);
    expect(await ask('watchAssets', 'Show it')).toContain('TST');
    expect(await ask('transferTokens', 'Confirm')).toContain('1.5 TST');
    expect(await ask('approveTokens', 'Confirm')).toMatch(
      textPattern('actions.asked.approve', { who: '0x9bc5…fEF4' }),
    );
    await eventually(async () => expect(await count()).toBe(before + 5));
  });

  it('reports that a plain account can’t run calls atomically', async () => {
    await press('eip5792GetCapabilitiesButton');
    await shows('eip5792GetCapabilitiesResult', /0x2105(?:.|\n)*unsupported/);
    await press('eip5792SendCallsButton');
    await shows('eip5792SendCallsError', /atomically/);
    await press('eip5792GetCallsStatusButton');
    await shows('eip5792GetCallsStatusResult', /No bundle has this id/);
  });

  it('rejects the request for an encryption key as unsupported', async () => {
    await press('getEncryptionKeyButton');
    await shows('encryptionKeyDisplay', /does not support this method/);
  });

  it('shows the chain that the dApp wants to add, switches to Ethereum, and signs in on Ethereum', async () => {
    expect(await ask('addEthereumChain', 'Reject')).toMatch(
      textPattern('approvals.addNetworkTitle', { name: 'Localhost 8546' }),
    );
    // Ethereum is built in; the test gives it an endpoint on this machine.
    await used.wallet.page.evaluate(`new Promise((done) => {
      const port = chrome.runtime.connect({ name: 'ui' });
      port.onMessage.addListener((message) => { if (message.id === 7) done(port.disconnect()); });
      port.postMessage({ id: 7, command: 'networks.add', payload: { network: { chainId: 1,
        name: 'Ethereum', symbol: 'ETH', rpcUrls: ['http://127.0.0.1:${mainnet.port}'] } } });
    })`);
    const to = page.evaluate(
      `ethereum.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })`,
    );
    await Promise.all([used.answer('Switch'), to]);
    await shows('chainId', /^0x1$/);
    expect(await ask('siwe', 'Sign')).toContain(text('approvals.signInTitle'));
    await shows('siweResult', /^0x[0-9a-f]{130}$/);
    const back = page.evaluate(
      `ethereum.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] })`,
    );
    await Promise.all([used.answer('Switch'), back]);
    await shows('chainId', /^0x2105$/);
  });

  it('the test dApp requests permissions again, revokes the permissions, and then shows no account', async () => {
    await ask('requestPermissions', 'Connect');
    await shows('permissionsResult', /eth_accounts/);
    await press('revokeAccountsPermission');
    await shows('accounts', /^$/);
  });
});
