import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { encodeAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { LEDGER_SLOTS } from '../../../entrypoints/background/approvals/keys.ts';
import { createLedger } from '../../../entrypoints/background/approvals/ledger.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { type MethodDeps, methodTable } from '../../../entrypoints/background/rpc/method-table.ts';
import { PASSED_TO_NODE } from '../../../entrypoints/background/rpc/passthrough.ts';
import { createRouter } from '../../../entrypoints/background/rpc/router.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NETWORK = {
  chainId: '0x2a2a',
  chainName: 'Example',
  nativeCurrency: { symbol: 'EXA', decimals: 18 },
  rpcUrls: ['https://example.example'],
};
const TOKEN = { type: 'ERC20', options: { address: ACCOUNT } };
const TYPED = {
  types: { EIP712Domain: [], Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: {},
  message: { text: 'hello' },
};
const CALL = { from: ACCOUNT, to: ACCOUNT, value: '0x0' };
const CALLS = { version: '2.0.0', chainId: '0x2105', atomicRequired: false, calls: [CALL] };

/** Params that pass the parser of a method. Methods without an entry take an empty list. */
const PARAMS: Readonly<Record<string, readonly unknown[]>> = {
  web3_sha3: ['0x00'],
  personal_ecRecover: ['hello', `0x${'00'.repeat(65)}`],
  wallet_getCapabilities: [ACCOUNT],
  wallet_getCallsStatus: ['id'],
  wallet_showCallsStatus: ['id'],
  wallet_revokePermissions: [{ eth_accounts: {} }],
  eth_subscribe: ['newHeads'],
  eth_unsubscribe: ['0x1'],
  eth_getFilterChanges: ['0x1'],
  eth_getFilterLogs: ['0x1'],
  eth_uninstallFilter: ['0x1'],
  wallet_requestPermissions: [{ eth_accounts: {} }],
  wallet_switchEthereumChain: [{ chainId: '0x1' }],
  wallet_addEthereumChain: [NETWORK],
  wallet_watchAsset: [TOKEN],
  personal_sign: ['hello', ACCOUNT],
  eth_signTypedData: [[{ type: 'string', name: 'text', value: 'hello' }], ACCOUNT],
  eth_signTypedData_v3: [ACCOUNT, TYPED],
  eth_signTypedData_v4: [ACCOUNT, TYPED],
  eth_sendTransaction: [CALL],
  wallet_sendCalls: [CALLS],
};

/** The node's answer to `decimals()` and `symbol()`. */
const answerOfToken = (call: string) =>
  call.includes('0x313ce567')
    ? encodeAbiParameters([{ type: 'uint8' }], [6])
    : encodeAbiParameters([{ type: 'string' }], ['USDC']);

interface State {
  readonly isLocked: boolean;
  readonly isConnected: boolean;
}

/** A wallet that counts prompts and windows instead of opening them. */
function start({ isLocked, isConnected }: State) {
  const prompts: string[] = [];
  const asking = (name: string) => async (): Promise<never> => {
    prompts.push(name);
    throw new Error('nobody answers');
  };
  const accounts = isConnected && !isLocked ? [ACCOUNT] : [];
  const network = { chainId: 8453, name: 'Base', symbol: 'ETH', rpcUrls: [] };
  const known = { calls: [], hashes: [], stopped: false, chainId: 8453 };
  const deps = {
    approvals: { request: asking('approvals') },
    signatures: { ask: asking('signatures') },
    transactions: { ask: asking('transactions') },
    bundles: {
      ask: asking('bundles'),
      find: (_: string, id: string) => (id === 'id' ? known : undefined),
      hashes: () => [],
      atomicStatus: () => undefined,
      claimTab: async () => true,
    },
    batching: { statusOf: async () => 'unsupported', transactionOf: async () => undefined },
    settings: { get: () => ({}), write: async () => undefined },
    subscriptions: { start: async () => '0x1', stop: () => true },
    nodeFilters: { create: async () => '0x1', ask: async () => [], remove: async () => true },
    reads: { run: (_: unknown, work: () => unknown) => work() },
    sites: {
      visibleTo: () => accounts,
      isConnected: () => isConnected,
      permits: () => isConnected,
      list: () => [],
      disconnect: async () => undefined,
    },
    siteChains: { forget: async () => undefined, set: async () => undefined },
    networks: {
      all: () => [network],
      find: (chainId: number) => ([8453, 1].includes(chainId) ? network : undefined),
    },
    rpcOf: () => ({
      request: async (method: string, params: unknown) =>
        method === 'eth_call' ? answerOfToken(JSON.stringify(params)) : null,
    }),
    clock: createFakeClock(),
    canSign: () => true,
    isLocked: () => isLocked,
    showActivity: async () => undefined,
    version: '1.2.3',
  };
  const methods = methodTable(deps as unknown as MethodDeps);
  const router = createRouter({
    methods,
    ledger: createLedger({
      slots: LEDGER_SLOTS.map((slot) => stored(memoryAreas(), slot)),
      clock: createFakeClock(),
      answerTo: () => undefined,
    }),
    ready: Promise.resolve(),
    visibleTo: () => accounts,
    isConnected: () => isConnected,
    chainOf: () => 8453,
    isLocked: () => isLocked,
    isReadable: () => true,
    showUnreadable: () => undefined,
    unlock: asking('unlock'),
  });
  const ask = async (method: string, params: unknown) => {
    const answer = await router.answer(
      { id: '1', method, params: JSON.stringify(params) },
      { origin: 'https://dapp.example', documentId: 'doc', own: false },
    );
    return { asked: prompts.splice(0), answer };
  };
  return { methods, ask };
}

const { methods } = start({ isLocked: false, isConnected: true });
const namesOf = (asks: 'user' | 'nobody') =>
  methods.filter((one) => one.asks === asks).map(({ name }) => name);

describe('the policy of methods', () => {
  it('never prompts the user for a method that needs no consent, whatever its params', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...namesOf('nobody')),
        fc.record({ isLocked: fc.boolean(), isConnected: fc.boolean() }),
        fc.option(fc.jsonValue(), { nil: undefined }),
        async (name, state, params) => {
          const { asked } = await start(state).ask(name, params ?? PARAMS[name] ?? []);
          expect(asked).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(namesOf('user'))('prompts the user of an unlocked wallet for %s', async (name) => {
    const isConnected = name !== 'eth_requestAccounts';
    const { asked } = await start({ isLocked: false, isConnected }).ask(name, PARAMS[name] ?? []);
    expect(asked).toHaveLength(1);
  });

  it.each(methods.filter(({ refuses }) => refuses === 'strangers'))(
    'refuses $name to a site that isn’t connected',
    async ({ name }) => {
      for (const isLocked of [true, false]) {
        const { answer, asked } = await start({ isLocked, isConnected: false }).ask(
          name,
          PARAMS[name],
        );
        expect(answer).toMatchObject({ error: { code: 4100 } });
        expect(asked).toEqual([]);
      }
    },
  );

  it.each(methods.filter(({ asks, refuses }) => asks === 'user' && refuses === 'strangers'))(
    'opens the unlock screen when a connected site calls $name',
    async ({ name }) => {
      const { asked } = await start({ isLocked: true, isConnected: true }).ask(name, PARAMS[name]);
      expect(asked).toEqual(['unlock']);
    },
  );

  it('the source has one file for each method that the wallet answers itself', () => {
    const folder = new URL('../../../entrypoints/background/rpc/methods/', import.meta.url);
    const files = readdirSync(folder).map((file) => file.replace('.ts', ''));
    const own = methods
      .filter(({ name, refuses }) => {
        const isPassed = (PASSED_TO_NODE as readonly string[]).includes(name);
        return !isPassed && refuses !== 'everybody';
      })
      .map(({ name }) => name);
    expect(own.toSorted()).toEqual(files.toSorted());
  });
});
