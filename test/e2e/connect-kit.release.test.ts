import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';
import { bundlePages } from './bundle-pages.ts';

const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let used: WalletInUse;
let server: PageServer;
let page: Page;

beforeAll(async () => {
  const bundled = bundlePages(['onboard']);
  [used, server] = await Promise.all([startWalletInUse({ blockTime: 2 }), startPageServer()]);
  server.serve('/onboard.js', {
    body: (await bundled).get('onboard') ?? '',
    type: 'text/javascript',
  });
  const networks = { base: used.devnet.rpcUrl, optimism: used.devnet.rpcUrl };
  server.serve(
    '/',
    `<!doctype html><title>Kit</title><body>
     <script>networks = ${JSON.stringify(networks)}</script>
     <script type="module" src="/onboard.js"></script>`,
  );
  page = await used.browser.context.newPage();
  await page.goto(server.url);
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
});

const state = () => page.evaluate('kit.state()');
const connectedOn = (chainId: string) => [
  { label: 'Condor', accounts: [used.address.toLowerCase()], chains: [chainId] },
];

async function chooseCondor(): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  const condor = page.getByRole('button', { name: 'Condor' });
  await condor.waitFor();
  expect(await condor.count()).toBe(1);
  await condor.click();
}

describe('a page with web3-onboard', () => {
  it('lists Condor once, reports a rejection and connects on the second try', async () => {
    await Promise.all([chooseCondor(), used.answer('Reject')]);
    await page.getByText('Connection Rejected!').waitFor();
    const again = page.getByText('Click here to try again');
    await Promise.all([again.click(), used.answer('Connect')]);
    await eventually(async () => expect(await state()).toEqual(connectedOn('0x2105')));
  });

  it('the wallet accepts quantities with leading zeros from ethers 5', async () => {
    const balance = () => used.devnet.client.getBalance({ address: FRIEND });
    const before = await balance();
    const [hash] = await Promise.all([
      page.evaluate(`kit.sendPadded('${FRIEND}')`),
      used.answer('Confirm'),
    ]);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await balance()).toBe(before + 1n);
  });

  it('the page switches the wallet’s network, and the page’s state has the new network', async () => {
    await Promise.all([page.evaluate(`kit.switchTo('0xa')`), used.answer('Switch')]);
    await eventually(async () => expect(await state()).toEqual(connectedOn('0xa')));
    await Promise.all([page.evaluate(`kit.switchTo('0x2105')`), used.answer('Switch')]);
    await eventually(async () => expect(await state()).toEqual(connectedOn('0x2105')));
  });

  it('the page reconnects without a prompt after a reload', async () => {
    await page.reload();
    await eventually(async () => expect(await state()).toEqual(connectedOn('0x2105')));
  });

  it('the page forgets the wallet when it disconnects from the wallet', async () => {
    await page.evaluate('kit.disconnect()');
    await eventually(async () => expect(await state()).toEqual([]));
    await page.reload();
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor();
    expect(await state()).toEqual([]);
  });
});
