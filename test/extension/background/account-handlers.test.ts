import { type Address, type Hex, numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { transactionCommands } from '../../../entrypoints/background/approvals/sending/commands.ts';
import { createOwnTransactions } from '../../../entrypoints/background/approvals/sending/own-transactions.ts';
import { createReplacements } from '../../../entrypoints/background/approvals/sending/replacements.ts';
import { receiverOf } from '../../../entrypoints/background/approvals/sending/sent-facts.ts';
import type { TransactionRequest } from '../../../entrypoints/background/approvals/sending/transactions.ts';
import { checkEndpoints } from '../../../entrypoints/background/chain/check-network.ts';
import {
  BLOCK_MS,
  createBlockedSites,
} from '../../../entrypoints/background/kernel/blocked-sites.ts';
import { createNetworks } from '../../../entrypoints/background/kernel/networks.ts';
import { createSiteChains } from '../../../entrypoints/background/kernel/site-chains.ts';
import { createSites } from '../../../entrypoints/background/kernel/sites.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createWatchedTokens } from '../../../entrypoints/background/kernel/watched-tokens.ts';
import { networkCommands } from '../../../entrypoints/background/settings/networks.ts';
import { siteCommands } from '../../../entrypoints/background/settings/sites.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { CHAIN_ID, TOKENS } from '../../../shared/chain/deployments.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { epochMs } from '../../../shared/units.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BAKERY: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const SITE = 'https://site.example';
const HASH: Hex = `0x${'ab'.repeat(32)}`;
const usdc = TOKENS.find(({ symbol }) => symbol === 'USDC')?.address ?? ACCOUNT;

/** A fetch whose endpoints answer with these chain ids; other endpoints don't answer. */
const nodes =
  (chainIds: Record<string, number>): Fetch =>
  async (url) => {
    const chainId = chainIds[url];
    if (chainId === undefined) throw new TypeError('Failed to fetch');
    return new Response(
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${chainId.toString(16)}` }),
    );
  };

/** Creates the state that the settings change, composed as in the worker. */
async function world(fetch: Fetch = nodes({})) {
  const areas = memoryAreas();
  const clock = { at: epochMs(1_000_000), now: () => clock.at };
  const outgoing: Record<string, readonly string[]> = {};
  const setOutgoing = {
    set: async (reason: string, addresses: readonly string[]) => {
      outgoing[reason] = addresses;
    },
  };
  const published: string[] = [];
  const networks = createNetworks({
    stored: stored(areas, STORED_KEYS.networks),
    baseRpcUrls: () => ['https://base.example'],
    outgoing: setOutgoing,
    onChange: () => published.push('networks'),
  });
  const sites = createSites({
    stored: stored(areas, STORED_KEYS.sites),
    clock,
    accounts: () => [ACCOUNT, SECOND],
    keepsWhileLocked: () => false,
    onChange: (origin) => published.push(`accounts of ${origin}`),
  });
  const siteChains = createSiteChains({
    stored: stored(areas, STORED_KEYS.siteChains),
    isKnown: (chainId) => networks.find(chainId) !== undefined,
    onChange: (origin) => published.push(`chain of ${origin}`),
  });
  const blockedSites = createBlockedSites({
    stored: stored(areas, STORED_KEYS.blockedSites),
    clock,
    onChange: () => published.push('blocked'),
  });
  const watchedTokens = createWatchedTokens({
    stored: stored(areas, STORED_KEYS.watchedTokens),
    onChange: () => published.push('tokens'),
  });
  await networks.load();
  return {
    clock,
    networks,
    sites,
    siteChains,
    blockedSites,
    watchedTokens,
    outgoing,
    published,
    handlers: {
      ...networkCommands({
        networks,
        siteChains,
        watchedTokens,
        rpcOf: () => ({ request: async () => '0x' }),
        checkEndpoints: (network) => checkEndpoints({ fetch, outgoing: setOutgoing }, network),
      }),
      ...siteCommands({
        networks,
        sites,
        siteChains,
        isKnownChain: (chainId) => networks.find(chainId) !== undefined,
      }),
      unblock: (origin: string) => blockedSites.unblock(origin),
    },
  };
}

const TEN = {
  chainId: 10,
  name: 'Ten',
  symbol: 'ETH',
  rpcUrls: ['https://a.example', 'https://b.example'],
};

describe('the handling of networks', () => {
  it('rejects a network whose nodes all report the wrong chain id, and doesn’t allow further requests to these nodes', async () => {
    const { handlers, networks, outgoing } = await world(
      nodes({ 'https://a.example': 1, 'https://b.example': 1 }),
    );
    await expect(handlers['networks.add']({ network: TEN })).rejects.toMatchObject({
      code: 'wrongChain',
    });
    expect(networks.isInUse(10)).toBe(false);
    expect(outgoing.networks).toEqual([]);
    expect(outgoing.trial).toEqual([]);
  });

  it('keeps the endpoints that report the network’s chain id, and returns the rejected endpoints', async () => {
    const { handlers, networks, outgoing } = await world(
      nodes({ 'https://a.example': 1, 'https://b.example': 10 }),
    );
    expect(await handlers['networks.add']({ network: TEN })).toEqual({
      leftOut: ['https://a.example'],
    });
    expect(networks.rpcUrls(10)).toEqual(['https://b.example']);
    expect(outgoing.networks).toEqual(['https://b.example']);
  });

  it('keeps a network’s position in the list when its endpoints are reordered', async () => {
    const truth = nodes({
      'https://a.example': 10,
      'https://b.example': 10,
      'https://c.example': 11,
    });
    const { handlers, networks } = await world(truth);
    await handlers['networks.add']({ network: TEN });
    await handlers['networks.add']({
      network: { ...TEN, chainId: 11, rpcUrls: ['https://c.example'] },
    });
    await handlers['networks.add']({ network: { ...TEN, rpcUrls: [...TEN.rpcUrls].reverse() } });
    expect(networks.all().map(({ chainId }) => chainId)).toEqual([CHAIN_ID, 10, 11]);
    expect(networks.rpcUrls(10)).toEqual(['https://b.example', 'https://a.example']);
  });

  it('moves the sites of a removed network back to Base', async () => {
    const { handlers, sites, siteChains, published } = await world(
      nodes({ 'https://a.example': 10 }),
    );
    await handlers['networks.add']({ network: TEN });
    await sites.connect(SITE, [ACCOUNT]);
    await handlers['sites.setChain']({ origin: SITE, chainId: 10 });
    await handlers['networks.remove']({ chainId: 10 });
    expect(siteChains.of(SITE)).toBe(CHAIN_ID);
    expect(published.filter((text) => text === `chain of ${SITE}`)).toHaveLength(2);
  });

  it('refuses to replace or remove Base', async () => {
    const { handlers, networks } = await world(nodes({ 'https://a.example': CHAIN_ID }));
    const fake = { ...TEN, chainId: CHAIN_ID };
    await expect(handlers['networks.add']({ network: fake })).rejects.toMatchObject({
      code: 'ownNetwork',
    });
    await handlers['networks.remove']({ chainId: CHAIN_ID });
    expect(networks.rpcUrls(CHAIN_ID)).toEqual(['https://base.example']);
  });
});

describe('the handling of sites', () => {
  it('keeps the time of a site’s connection when the user changes the site’s accounts', async () => {
    const { handlers, sites, clock, published } = await world();
    await sites.connect(SITE, [ACCOUNT]);
    clock.at = epochMs(clock.at + 5_000);
    await handlers['sites.setAccounts']({ origin: SITE, accounts: [ACCOUNT, SECOND] });
    expect(sites.list()).toEqual([
      { origin: SITE, accounts: [ACCOUNT, SECOND], connectedAt: 1_000_000 },
    ]);
    expect(published).toEqual([`accounts of ${SITE}`, `accounts of ${SITE}`]);
  });

  it('doesn’t set an account or a chain for a site that isn’t connected', async () => {
    const { handlers, sites, siteChains } = await world(nodes({ 'https://a.example': 10 }));
    await handlers['networks.add']({ network: { ...TEN, rpcUrls: ['https://a.example'] } });
    await handlers['sites.setAccounts']({ origin: SITE, accounts: [ACCOUNT] });
    await handlers['sites.setChain']({ origin: SITE, chainId: 10 });
    expect(sites.list()).toEqual([]);
    expect(siteChains.of(SITE)).toBe(CHAIN_ID);
  });

  it('refuses to move a site to an unknown network', async () => {
    const { handlers, sites } = await world();
    await sites.connect(SITE, [ACCOUNT]);
    await expect(handlers['sites.setChain']({ origin: SITE, chainId: 77 })).rejects.toMatchObject({
      code: 'unknownNetwork',
    });
  });

  it('lists a blocked site with the end of its block, and lets the user unblock the site early', async () => {
    const { handlers, blockedSites, clock } = await world();
    await blockedSites.block(SITE);
    expect(blockedSites.list()).toEqual([{ origin: SITE, until: clock.at + BLOCK_MS }]);
    await handlers.unblock(SITE);
    expect(blockedSites.has(SITE)).toBe(false);
    expect(blockedSites.list()).toEqual([]);
  });
});

describe('sending from the wallet’s own page', () => {
  function sending(selected: string | null = ACCOUNT) {
    const asked: TransactionRequest[] = [];
    const transactions = {
      ask: async (request: TransactionRequest) => {
        asked.push(request);
        return HASH;
      },
    };
    const random = createFakeRandom('sending');
    const activity = memoryActivity();
    const handlers = transactionCommands({
      own: createOwnTransactions({ transactions, random }),
      replacements: createReplacements({ activity, transactions, random }),
      rpcOf: () => ({ request: async () => '0x0' }),
      account: () => selected ?? undefined,
      tokens: () => TOKENS,
    });
    return { handlers, asked };
  }

  it('sends exactly the typed amount to the typed receiver, through the approval queue', async () => {
    const { handlers, asked } = sending();
    const answer = await handlers['transactions.send']({
      chainId: CHAIN_ID,
      to: BAKERY,
      amount: '1500000',
      token: usdc,
    });
    expect(answer).toEqual({ hash: HASH });
    const [request] = asked;
    const meaning = understandTransaction(request?.transaction ?? { value: '0x0', data: '0x' });
    expect(meaning).toMatchObject({
      kind: 'transfer',
      token: usdc,
      to: BAKERY,
      amount: 1_500_000n,
    });
    expect(receiverOf(meaning, { account: ACCOUNT, chainId: CHAIN_ID })).toBe(BAKERY);
    expect(request?.requester.own).toBe(true);
  });

  it.each([
    ['the sending account', ACCOUNT],
    ['the sending account in lower case', ACCOUNT.toLowerCase()],
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['a known token’s contract', usdc],
    ['a mistyped address', BAKERY.replace('C', 'c')],
  ])('refuses to send to %s', async (_, to) => {
    const { handlers, asked } = sending();
    const send = handlers['transactions.send']({ chainId: CHAIN_ID, to, amount: '1' });
    await expect(send).rejects.toMatchObject({ code: 'refusedReceiver' });
    expect(asked).toEqual([]);
  });

  it('refuses to send a token to its own contract, even if the token isn’t watched', async () => {
    const { handlers, asked } = sending();
    const token = BAKERY;
    const send = handlers['transactions.send']({
      chainId: CHAIN_ID,
      to: BAKERY,
      amount: '1',
      token,
    });
    await expect(send).rejects.toMatchObject({
      code: 'refusedReceiver',
      details: { reason: 'token' },
    });
    expect(asked).toEqual([]);
  });

  it('refuses to send while the wallet is locked', async () => {
    const { handlers, asked } = sending(null);
    const send = handlers['transactions.send']({ chainId: CHAIN_ID, to: BAKERY, amount: '1' });
    await expect(send).rejects.toMatchObject({ code: 'noAccount' });
    expect(asked).toEqual([]);
  });

  it('refuses to cancel a transaction that isn’t pending', async () => {
    const { handlers } = sending();
    const cancel = handlers['transactions.cancel']({ id: HASH });
    await expect(cancel).rejects.toMatchObject({ code: 'notPending' });
  });

  it('finds no receiver in a transfer that sends nothing or only dust', () => {
    const to = BAKERY;
    const receiverOfSent = (value: bigint) =>
      receiverOf(understandTransaction({ to, value: numberToHex(value), data: '0x' }), {
        account: ACCOUNT,
        chainId: CHAIN_ID,
      });
    expect(receiverOfSent(0n)).toBeUndefined();
    expect(receiverOfSent(1n)).toBeUndefined();
    expect(receiverOfSent(10n ** 12n - 1n)).toBeUndefined();
    expect(receiverOfSent(10n ** 12n)).toBe(to);
  });
});
