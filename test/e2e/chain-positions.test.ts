import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { anyOf, text, textPattern } from '../helpers/screen-texts.ts';
import { createSparseChain, type SyntheticChain } from '../helpers/synthetic-chain.ts';
import { fillFor } from '../helpers/synthetic-fills.ts';
import { type SyntheticNode, sendError, startSyntheticNode } from '../helpers/synthetic-node.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletReads } from '../helpers/wallet-reads.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

const KEY = `0x${'17'.repeat(32)}` as const;
const OTHER_KEY = `0x${'18'.repeat(32)}` as const;
const USER = privateKeyToAccount(KEY).address;
const HEAD = 54_280_000;

const closing: (() => Promise<unknown>)[] = [];
let world: VaultWorld;
let chain: SyntheticChain;
let node: SyntheticNode;

beforeAll(async () => {
  world = await startVaultWorld();
  chain = createSparseChain(HEAD, Math.floor(Date.now() / 1000));
  chain.mine(HEAD - 20, fillFor(USER, 1));
  chain.mine(HEAD - 3_000, fillFor(USER, 2));
  node = await startSyntheticNode(chain, { answer: walletReads(chain), cors: false });
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await node?.stop();
  await world?.stop();
});

/** Starts a wallet with this node as its only node and with an indexer that doesn't respond. */
async function walletAt(
  rpcUrl: string,
  options: { key?: string } = {},
): Promise<{ browser: WalletBrowser; wallet: WalletUser }> {
  const { key = KEY } = options;
  const browser = await launchWallet();
  closing.push(browser.close);
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl });
  await wallet.createVault();
  await wallet.importWallet('First', key);
  await wallet.open('Positions');
  return { browser, wallet };
}

describe('a wallet whose indexer does not respond', () => {
  it('lists positions from a node without CORS headers while the wallet still reads older blocks', async () => {
    const { wallet } = await walletAt(node.url);
    const { page } = wallet;
    const rows = page.getByTestId('positions').getByRole('listitem');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    const source = page.getByTestId('chain-source');
    await source.getByText(textPattern('history.readingDays', { of: 35 })).waitFor();
    await source.getByText(textPattern('history.timeLeft')).waitFor();
    expect(await source.textContent()).toMatch(textPattern('history.fromChainSince'));
    expect(await axeFindings(wallet.page)).toEqual([]);
  });

  it('reports that it found no fills on the chain', async () => {
    const young = createSparseChain(500, Math.floor(Date.now() / 1000));
    const small = await startSyntheticNode(young, { answer: walletReads(young) });
    closing.push(small.stop);
    const { wallet } = await walletAt(small.url, { key: OTHER_KEY });
    await wallet.page
      .getByText(anyOf(textPattern('history.nothingSince'), textPattern('history.nothingEver')))
      .waitFor();
    expect(await axeFindings(wallet.page)).toEqual([]);
  });

  it('shows which node rejects requests, and retries automatically', async () => {
    const failing = await startSyntheticNode(chain, {
      answer: walletReads(chain),
      misbehaviour: ({ method }, response) => {
        if (method !== 'eth_getLogs') return false;
        sendError(response, -32601, 'the method is not available');
        return true;
      },
    });
    closing.push(failing.stop);
    const { wallet } = await walletAt(failing.url);
    const source = wallet.page.getByTestId('chain-source');
    await source.getByText(text('history.failed')).waitFor();
    await source
      .getByText(text('history.node.rejected', { host: new URL(failing.url).host }))
      .waitFor();
    expect(await axeFindings(wallet.page)).toEqual([]);
    failing.misbehave(undefined);
    await wallet.page
      .getByTestId('positions')
      .getByRole('listitem')
      .first()
      .waitFor({ timeout: 90_000 });
  });
});
