import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../entrypoints/background/approvals/request-context.ts';
import { createNetworks } from '../../../entrypoints/background/kernel/networks.ts';
import { createSiteChains } from '../../../entrypoints/background/kernel/site-chains.ts';
import { createSites } from '../../../entrypoints/background/kernel/sites.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createWatchedTokens } from '../../../entrypoints/background/kernel/watched-tokens.ts';
import { wallet_addEthereumChain } from '../../../entrypoints/background/rpc/methods/wallet_addEthereumChain.ts';
import { wallet_getPermissions } from '../../../entrypoints/background/rpc/methods/wallet_getPermissions.ts';
import { wallet_requestPermissions } from '../../../entrypoints/background/rpc/methods/wallet_requestPermissions.ts';
import { wallet_revokePermissions } from '../../../entrypoints/background/rpc/methods/wallet_revokePermissions.ts';
import { wallet_switchEthereumChain } from '../../../entrypoints/background/rpc/methods/wallet_switchEthereumChain.ts';
import { wallet_watchAsset } from '../../../entrypoints/background/rpc/methods/wallet_watchAsset.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { ApprovalRequest, Choice } from '../../../shared/approvals/types.ts';
import { RPC_CODES, RpcError } from '../../../shared/rpc/codes.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { isRight, reportCases } from '../../helpers/report-cases.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const FIRST = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SECOND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const ORIGIN = 'https://dapp.example';
const CONTEXT: RequestContext = {
  requester: { origin: ORIGIN, own: false },
  requestKey: 'doc:1',
  accounts: [],
  chainId: 8453,
};
const GNOSIS = {
  chainId: '0x64',
  chainName: 'Gnosis',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://rpc.gnosis.example'],
};

/**
 * Creates the methods of a wallet with two accounts. Its user answers every prompt with this
 * choice.
 */
function wallet(choice: Choice = { kind: 'agree' }, answeringUrls?: readonly string[]) {
  const areas = memoryAreas();
  const prompts: ApprovalRequest[] = [];
  const approvals = {
    async request({ request }: { request: ApprovalRequest }) {
      prompts.push(request);
      if (choice.kind === 'reject') throw new RpcError('rejected');
      return { choice, request };
    },
  } as unknown as Parameters<typeof wallet_watchAsset>[0]['approvals'];
  const onChange = () => undefined;
  const networks = createNetworks({
    stored: stored(areas, STORED_KEYS.networks),
    baseRpcUrls: () => ['https://mainnet.base.org'],
    outgoing: { set: async () => undefined },
    onChange,
  });
  const siteChains = createSiteChains({
    stored: stored(areas, STORED_KEYS.siteChains),
    isKnown: (chainId) => networks.find(chainId) !== undefined,
    onChange,
  });
  const clock = createFakeClock();
  const activity = memoryActivity({ areas, onChange });
  const sites = createSites({
    stored: stored(areas, STORED_KEYS.sites),
    clock,
    accounts: () => [FIRST, SECOND],
    keepsWhileLocked: () => false,
    onChange,
  });
  const watchedTokens = createWatchedTokens({
    stored: stored(areas, STORED_KEYS.watchedTokens),
    onChange,
  });
  const methods = [
    wallet_getPermissions({ sites }),
    wallet_requestPermissions({ approvals, sites, activity, clock }),
    wallet_revokePermissions({ sites, siteChains }),
    wallet_switchEthereumChain({ approvals, networks, siteChains, sites }),
    wallet_addEthereumChain({
      approvals,
      networks,
      siteChains,
      sites,
      checkEndpoints: async ({ rpcUrls }) => [...(answeringUrls ?? rpcUrls)],
    }),
    wallet_watchAsset({
      approvals,
      watchedTokens,
      readToken: async (_, address) =>
        address === TOKEN ? { symbol: 'USDC', decimals: 6 } : undefined,
    }),
  ];
  const ask = async (name: string, ...params: unknown[]) => {
    const method = methods.find((one) => one.name === name);
    if (method === undefined) throw new Error(`no method ${name}`);
    return method.prepare(params)({
      ...CONTEXT,
      accounts: sites.visibleTo(ORIGIN),
      chainId: siteChains.of(ORIGIN),
    });
  };
  return { ask, prompts, networks, sites, siteChains, watchedTokens, activity };
}

async function codeOf(work: Promise<unknown>): Promise<number> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RpcError)) throw new Error(`no RpcError: ${String(error)}`);
  return RPC_CODES[error.code];
}

describe('permissions (EIP-2255)', () => {
  it('returns a permission whose caveat lists the accounts that the user chose', async () => {
    const { ask, prompts } = wallet({ kind: 'connect', accounts: [SECOND] });
    expect(await ask('wallet_getPermissions')).toEqual([]);
    const granted = await ask('wallet_requestPermissions', { eth_accounts: {} });
    expect(granted).toMatchObject([
      {
        invoker: ORIGIN,
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [SECOND.toLowerCase()] }],
      },
    ]);
    expect(prompts).toEqual([{ kind: 'connect' }]);
    expect(await ask('wallet_getPermissions')).toEqual(granted);
  });

  it('records granted permissions in the activity, but not refused permissions', async () => {
    const given = wallet({ kind: 'connect', accounts: [FIRST, SECOND] });
    await given.ask('wallet_requestPermissions', { eth_accounts: {} });
    expect(given.activity.page('all', 500).rows).toMatchObject([
      {
        kind: 'connection',
        origin: ORIGIN,
        account: FIRST,
        what: { kind: 'accounts', count: 2 },
      },
    ]);
    for (const choice of [
      { kind: 'reject' as const },
      { kind: 'connect' as const, accounts: [] },
    ]) {
      const refused = wallet(choice);
      await codeOf(refused.ask('wallet_requestPermissions', { eth_accounts: {} }));
      expect(refused.activity.page('all', 500).rows).toEqual([]);
    }
  });

  it('asks only for the accounts that the site’s caveat names', async () => {
    const { ask, prompts } = wallet({ kind: 'connect', accounts: [FIRST] });
    await ask('wallet_requestPermissions', {
      eth_accounts: { restrictReturnedAccounts: [FIRST.toLowerCase()] },
    });
    expect(prompts).toEqual([{ kind: 'connect', only: [FIRST] }]);
  });

  it('revokes a site’s permissions, and returns the site to Base', async () => {
    const { ask, siteChains, networks } = wallet({ kind: 'connect', accounts: [FIRST] });
    await networks.add({
      chainId: 100,
      name: 'OP',
      symbol: 'ETH',
      rpcUrls: ['https://rpc.gnosis.example'],
    });
    await ask('wallet_requestPermissions', { eth_accounts: {} });
    await siteChains.set(ORIGIN, 100);
    expect(await ask('wallet_revokePermissions', { eth_accounts: {} })).toBeNull();
    expect(await ask('wallet_getPermissions')).toEqual([]);
    expect(siteChains.of(ORIGIN)).toBe(8453);
  });

  it.each([
    ['a text instead of an object', 'eth_accounts'],
    ['an additional permission', { eth_accounts: {}, snap: {} }],
    ['no permission', {}],
    ['a caveat that isn’t a list', { eth_accounts: { restrictReturnedAccounts: FIRST } }],
    [
      'a caveat whose entry isn’t an address',
      { eth_accounts: { restrictReturnedAccounts: ['0x12'] } },
    ],
  ])('rejects a permission request with %s, without asking the user', async (_, request) => {
    const { ask, prompts } = wallet();
    expect(await codeOf(ask('wallet_requestPermissions', request))).toBe(-32602);
    expect(prompts).toEqual([]);
  });
});

describe('a switch of the chain (EIP-3326)', () => {
  it('rejects an unknown chain with exactly 4902, without a prompt', async () => {
    const { ask, prompts } = wallet();
    expect(await codeOf(ask('wallet_switchEthereumChain', { chainId: '0x64' }))).toBe(4902);
    expect(prompts).toEqual([]);
  });

  it('returns the same error to an unconnected site for added and for unknown networks', async () => {
    const { ask, prompts, networks, sites } = wallet();
    await networks.add({
      chainId: 100,
      name: 'Gnosis',
      symbol: 'ETH',
      rpcUrls: ['https://rpc.gnosis.example'],
    });
    const refusal = async (chainId: string) =>
      ask('wallet_switchEthereumChain', { chainId }).catch((error: unknown) => error);
    expect(await refusal('0x64')).toEqual(await refusal('0xb'));
    expect(prompts).toEqual([]);
    await sites.connect(ORIGIN, [FIRST]);
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x64' })).toBeNull();
    expect(prompts).toEqual([{ kind: 'switch_chain', to: 100 }]);
  });

  it('doesn’t ask the user when a site switches to its current chain', async () => {
    const { ask, prompts } = wallet();
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull();
    expect(prompts).toEqual([]);
  });

  it.each([undefined, 10, '10', '0x', '0x0', '0x0a', '0xfffffffffffffffff'])(
    'rejects the chain id %s with -32602',
    async (chainId) => {
      expect(await codeOf(wallet().ask('wallet_switchEthereumChain', { chainId }))).toBe(-32602);
    },
  );

  it.each([
    ['Ethereum', '0x1'],
    ['Optimism', '0xa'],
    ['Arbitrum', '0xa4b1'],
    ['Polygon', '0x89'],
    ['Sepolia', '0xaa36a7'],
  ])(
    'switches to %s with a single prompt, without a separate prompt to add the chain',
    async (_, chainId) => {
      const { ask, prompts, networks, siteChains } = wallet();
      expect(networks.isInUse(Number(chainId))).toBe(false);
      expect(await ask('wallet_switchEthereumChain', { chainId })).toBeNull();
      expect(prompts).toEqual([{ kind: 'switch_chain', to: Number(chainId) }]);
      expect(networks.isInUse(Number(chainId))).toBe(true);
      expect(siteChains.of(ORIGIN)).toBe(Number(chainId));
    },
  );

  it('doesn’t use a built-in chain that the user refused', async () => {
    const { ask, networks } = wallet({ kind: 'reject' });
    expect(await codeOf(ask('wallet_switchEthereumChain', { chainId: '0x1' }))).toBe(4001);
    expect(networks.isInUse(1)).toBe(false);
  });
});

describe('an added chain (EIP-3085)', () => {
  it('adds a chain and switches to it with one prompt', async () => {
    const { ask, prompts, networks, siteChains } = wallet();
    expect(await ask('wallet_addEthereumChain', GNOSIS)).toBeNull();
    expect(prompts.map(({ kind }) => kind)).toEqual(['add_chain']);
    expect(networks.find(100)?.name).toBe('Gnosis');
    expect(siteChains.of(ORIGIN)).toBe(100);
  });

  it('switches to a known chain without adding the chain again, and keeps the chain’s stored endpoints', async () => {
    const { ask, prompts, networks } = wallet();
    await ask('wallet_addEthereumChain', GNOSIS);
    await ask('wallet_switchEthereumChain', { chainId: '0x2105' });
    await ask('wallet_addEthereumChain', { ...GNOSIS, rpcUrls: ['https://evil.example'] });
    expect(prompts.map(({ kind }) => kind)).toEqual(['add_chain', 'switch_chain', 'switch_chain']);
    expect(networks.find(100)?.rpcUrls).toEqual(['https://rpc.gnosis.example']);
  });

  it('adds a chain with only the endpoints that respond with the chain’s id, and refuses a chain without such endpoints', async () => {
    const both = ['https://rpc.gnosis.example', 'https://lies.example'];
    const some = wallet({ kind: 'agree' }, both.slice(0, 1));
    await some.ask('wallet_addEthereumChain', { ...GNOSIS, rpcUrls: both });
    expect(some.networks.find(100)?.rpcUrls).toEqual(both.slice(0, 1));
    const none = wallet({ kind: 'agree' }, []);
    expect(await codeOf(none.ask('wallet_addEthereumChain', GNOSIS))).toBe(-32602);
    expect(none.networks.find(100)).toBeUndefined();
    expect(none.siteChains.of(ORIGIN)).toBe(8453);
  });

  it.each([
    ['https://m\u0430innet.optimism.io/rpc', 'https://xn--minnet-3nf.optimism.io/rpc'],
    ['https://rpc.gnosis.example\t.evil.test', 'https://rpc.gnosis.example.evil.test'],
    ['https://evil.test\\@rpc.gnosis.example', 'https://evil.test/@rpc.gnosis.example'],
    ['https://evil.test/\u202emsimitpo', 'https://evil.test/%E2%80%AEmsimitpo'],
  ])('shows the address that the browser contacts for %j', async (written, plain) => {
    const { ask, prompts } = wallet();
    await ask('wallet_addEthereumChain', {
      ...GNOSIS,
      rpcUrls: [written],
      blockExplorerUrls: [written],
    });
    expect(prompts).toMatchObject([{ network: { rpcUrls: [plain], explorerUrl: plain } }]);
  });

  it('rejects a new chain with the name of an existing network; an unconnected site gets the error only after the prompt', async () => {
    const { ask, prompts, networks, sites } = wallet();
    const mine = { chainId: 7, name: 'Mine', symbol: 'ETH', rpcUrls: ['https://mine.example'] };
    await networks.add(mine);
    const same = { ...GNOSIS, chainName: 'Mine' };
    expect(await codeOf(ask('wallet_addEthereumChain', same))).toBe(-32602);
    expect(prompts.map(({ kind }) => kind)).toEqual(['add_chain']);
    expect(networks.find(100)).toBeUndefined();
    await sites.connect(ORIGIN, [FIRST]);
    expect(await codeOf(ask('wallet_addEthereumChain', same))).toBe(-32602);
    expect(prompts).toHaveLength(1);
  });

  it('switches to a built-in chain with the wallet’s own endpoints, not the site’s', async () => {
    const { ask, prompts, networks } = wallet();
    const rpcUrls = ['https://evil.example'];
    await ask('wallet_addEthereumChain', { chainId: '0x1', chainName: 'Ethereum', rpcUrls });
    expect(prompts).toEqual([{ kind: 'switch_chain', to: 1 }]);
    expect(networks.rpcUrls(1)).not.toContain('https://evil.example');
  });

  it('answers 4001 for a chain that the user refused, and stores nothing', async () => {
    const { ask, networks } = wallet({ kind: 'reject' });
    expect(await codeOf(ask('wallet_addEthereumChain', GNOSIS))).toBe(4001);
    expect(networks.find(100)).toBeUndefined();
  });

  it.each([
    ['without a name', { chainName: ' ' }],
    ['with the name of Base', { chainName: 'base' }],
    ['with a name of a built-in network', { chainName: 'ethereum' }],
    ['with hidden characters in its name', { chainName: 'Gno\u202esis' }],
    ['without endpoints', { rpcUrls: [] }],
    ['with plain http', { rpcUrls: ['http://rpc.gnosis.example'] }],
    ['with a password in its endpoint', { rpcUrls: ['https://a:b@rpc.gnosis.example'] }],
    ['with a wildcard in its endpoint', { rpcUrls: ['https://*.evil.test/rpc'] }],
    ['with a script for an endpoint', { rpcUrls: ['javascript:alert(1)'] }],
    ['with a coin of 6 decimals', { nativeCurrency: { symbol: 'X', decimals: 6 } }],
    ['with markup for a symbol', { nativeCurrency: { symbol: '<b>', decimals: 18 } }],
  ])('answers -32602, without a prompt, when a site adds a chain %s', async (_, change) => {
    const { ask, prompts } = wallet();
    expect(await codeOf(ask('wallet_addEthereumChain', { ...GNOSIS, ...change }))).toBe(-32602);
    expect(prompts).toEqual([]);
  });
});

describe('a watched token (EIP-747)', () => {
  const options = { address: TOKEN, symbol: 'USDC', decimals: 6 };

  it('asks the user about a token whose symbol and decimals match its contract, and watches the token', async () => {
    const { ask, prompts, watchedTokens } = wallet();
    expect(await ask('wallet_watchAsset', { type: 'ERC20', options })).toBe(true);
    const token = { chainId: 8453, address: TOKEN, symbol: 'USDC', decimals: 6 };
    expect(prompts).toEqual([{ kind: 'watch_asset', token }]);
    expect(watchedTokens.all()).toMatchObject([token]);
  });

  it('answers 4001 for a token that the user refused, and doesn’t watch it', async () => {
    const { ask, watchedTokens } = wallet({ kind: 'reject' });
    expect(await codeOf(ask('wallet_watchAsset', { type: 'ERC20', options }))).toBe(4001);
    expect(watchedTokens.all()).toEqual([]);
  });

  it.each([
    ['of a different standard', { type: 'ERC721', options }],
    [
      'with a symbol that differs from its contract’s',
      { type: 'ERC20', options: { ...options, symbol: 'ETH' } },
    ],
    [
      'with decimals that differ from its contract’s',
      { type: 'ERC20', options: { ...options, decimals: 18 } },
    ],
    ['at an address without a token', { type: 'ERC20', options: { ...options, address: FIRST } }],
    ['without an address', { type: 'ERC20', options: { symbol: 'USDC' } }],
  ])('answers -32602, without a prompt, when a site offers a token %s', async (_, request) => {
    const { ask, prompts } = wallet();
    expect(await codeOf(ask('wallet_watchAsset', request))).toBe(-32602);
    expect(prompts).toEqual([]);
  });
});

it.each(reportCases('addChain'))(
  'adds the requested network or refuses its parameters: $name',
  async ({ input, right }) => {
    const { ask, networks } = wallet();
    const answer = await ask('wallet_addEthereumChain', input.params).then(
      () => networks.find(122),
      (error: unknown) => ({ refused: error instanceof RpcError ? error.code : 'other' }),
    );
    expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
  },
);
