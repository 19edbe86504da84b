import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForExplanation } from '../helpers/explained.ts';
import { type NodeDoor, startNodeDoor } from '../helpers/node-door.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let used: WalletInUse;
let door: NodeDoor;
let server: PageServer;
let site: Page;

beforeAll(async () => {
  used = await startWalletInUse({
    async nodeUrl(devnet) {
      door = await startNodeDoor(devnet.rpcUrl);
      return door.url;
    },
  });
  server = await startPageServer();
  site = await used.browser.context.newPage();
  await site.goto(`${server.url}/site`);
  await Promise.all([used.answer('Connect'), ask('eth_requestAccounts')]);
});

afterAll(async () => {
  await used?.stop();
  await door?.stop();
  await server?.stop();
});

type Outcome = { readonly result?: unknown; readonly code?: number };

const ask = (method: string, params: unknown = []) =>
  site.evaluate<Outcome>(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), ({ code }) => ({ code }))`);
const send = () => ask('eth_sendTransaction', [{ from: used.address, to: RECEIVER, value: '0x5' }]);

/**
 * Returns a request's window, whose simulations are delayed, and a function that releases the
 * simulations.
 */
async function heldWindow(): Promise<{ window: Page; release: () => void }> {
  const release = door.silence('eth_simulateV1');
  const window = await used.browser.waitForWindow('approval.html');
  await window.getByTestId('explaining').waitFor();
  expect(await window.getByRole('heading', { level: 1 }).textContent()).toContain('ETH');
  return { window, release };
}

describe('the approval of a request that a silent node doesn’t explain in two seconds', () => {
  it('offers Reject but no Confirm button before the request is explained', async () => {
    const [sent, { window, release }] = await startHeld();
    const confirm = window.getByRole('button', { name: text('approvals.confirm'), exact: true });
    expect(await confirm.count()).toBe(0);
    const closed = window.waitForEvent('close');
    await window.getByRole('button', { name: text('approvals.reject'), exact: true }).click();
    expect(await sent).toEqual({ code: 4001 });
    release();
    // Waits for the window to close, so that the next request opens a new window.
    await closed;
  });

  it('explains the request and lets the user confirm it once the node responds', async () => {
    const [sent, { window, release }] = await startHeld();
    release();
    await waitForExplanation(window);
    await used.answer('Confirm');
    expect((await sent).result).toMatch(/^0x/);
  });
});

async function startHeld() {
  const held = heldWindow();
  const sent = send();
  return [sent, await held] as const;
}
