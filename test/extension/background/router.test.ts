import { describe, expect, it } from 'vitest';
import { LEDGER_SLOTS } from '../../../entrypoints/background/approvals/keys.ts';
import { createLedger } from '../../../entrypoints/background/approvals/ledger.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { method } from '../../../entrypoints/background/rpc/method.ts';
import { refusedMethods } from '../../../entrypoints/background/rpc/method-table.ts';
import { eth_chainId } from '../../../entrypoints/background/rpc/methods/eth_chainId.ts';
import { eth_sendTransaction } from '../../../entrypoints/background/rpc/methods/eth_sendTransaction.ts';
import { net_version } from '../../../entrypoints/background/rpc/methods/net_version.ts';
import { web3_clientVersion } from '../../../entrypoints/background/rpc/methods/web3_clientVersion.ts';
import {
  PASSED_TO_NODE,
  passthroughMethods,
} from '../../../entrypoints/background/rpc/passthrough.ts';
import { createReadQueue } from '../../../entrypoints/background/rpc/read-queue.ts';
import { createRouter } from '../../../entrypoints/background/rpc/router.ts';
import type { Requester } from '../../../shared/approvals/types.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const SITE: Requester = { origin: 'https://dapp.example', documentId: 'doc-1', own: false };

type Asked = Parameters<Parameters<typeof eth_sendTransaction>[0]['transactions']['ask']>[0];

interface Options {
  visible?: readonly string[];
  canSign?: boolean;
  fetch?: Fetch;
  isLocked?: boolean;
  isConnected?: boolean;
  staysLocked?: boolean;
  isReadable?: boolean;
  ready?: Promise<void>;
}

function start(options: Options = {}) {
  let isLocked = options.isLocked ?? false;
  let unlocks = 0;
  const refusedAsUnreadable: string[] = [];
  const asked: Asked[] = [];
  let signatures = 0;
  const rpc = createRpc({
    fetch: options.fetch ?? (() => Promise.reject(new TypeError('offline'))),
    urls: () => ['http://one.example', 'http://two.example'],
  });
  const areas = memoryAreas();
  const ledger = createLedger({
    slots: LEDGER_SLOTS.map((slot) => stored(areas, slot)),
    clock: createFakeClock(),
    answerTo: () => undefined,
  });
  const router = createRouter({
    methods: [
      eth_chainId(),
      net_version(),
      web3_clientVersion({ version: '1.2.3' }),
      ...refusedMethods(),
      ...passthroughMethods(() => rpc, createReadQueue()),
      eth_sendTransaction({
        canSign: () => options.canSign ?? true,
        transactions: {
          ask: async (request) => {
            asked.push(request);
            return '0xhash' as `0x${string}`;
          },
        },
      }),
      method({
        name: 'test_sign',
        parse: () => null,
        waitsFor: 'activity',
        asks: 'user',
        refuses: 'strangers',
        once: true,
        async handle(_, { requestKey }) {
          ledger.markAsked(requestKey);
          return `signature ${++signatures}`;
        },
      }),
      method({
        name: 'test_bug',
        parse: () => null,
        waitsFor: 'activity',
        asks: 'nobody',
        refuses: 'nobody',
        once: false,
        handle: () => Promise.reject(new Error('at /secret/path.ts: key 0x1234')),
      }),
    ],
    ledger,
    ready: options.ready ?? Promise.resolve(),
    visibleTo: () => (isLocked ? [] : (options.visible ?? [ACCOUNT])),
    isConnected: () => options.isConnected ?? true,
    chainOf: () => CHAIN_ID,
    isLocked: () => isLocked,
    isReadable: () => options.isReadable ?? true,
    showUnreadable: (method) => void refusedAsUnreadable.push(method),
    unlock: async () => {
      unlocks += 1;
      if (options.staysLocked) throw new RpcError('rejected');
      isLocked = false;
    },
  });
  const ask = (name: string, params: unknown = [], id = '1') =>
    router.answer({ id, method: name, params: JSON.stringify(params) }, SITE);
  return { ask, asked, refusedAsUnreadable, router, unlocks: () => unlocks };
}

describe('the router', () => {
  it('answers the chain’s id, the network’s id and the client’s version without asking a node', async () => {
    const { ask } = start();
    expect(await ask('eth_chainId')).toEqual({ id: '1', result: '0x2105' });
    expect(await ask('net_version')).toEqual({ id: '1', result: '8453' });
    expect(await ask('web3_clientVersion')).toEqual({ id: '1', result: 'Condor/1.2.3' });
  });

  it('answers -32601 to unknown methods, and 4200 to methods that the wallet never supports', async () => {
    const { ask } = start();
    expect(await ask('eth_unknown')).toMatchObject({ error: { code: -32601 } });
    for (const name of [
      'eth_sign',
      'eth_signTransaction',
      'eth_decrypt',
      'wallet_signAuthorization',
    ]) {
      expect(await ask(name)).toMatchObject({ error: { code: 4200 } });
    }
    expect(await ask('constructor')).toMatchObject({ error: { code: -32601 } });
  });

  it('answers 4100 to unconnected sites and opaque origins', async () => {
    const { ask } = start({ visible: [] });
    expect(await ask('test_sign')).toMatchObject({ error: { code: 4100 } });
    const request = { id: '1', method: 'eth_chainId', params: '[]' };
    const opaque = await start().router.answer(request, undefined);
    expect(opaque).toMatchObject({ error: { code: 4100 } });
  });

  it('asks the user to unlock for a connected site’s valid request, then continues', async () => {
    const { ask, unlocks } = start({ isLocked: true });
    expect(await ask('eth_sendTransaction', [])).toMatchObject({ error: { code: -32602 } });
    expect(unlocks()).toBe(0);
    expect(await ask('test_sign')).toMatchObject({ result: 'signature 1' });
    expect(unlocks()).toBe(1);
  });

  it('answers 4900 while stored data can’t be read, and reports the refused method', async () => {
    const { ask, refusedAsUnreadable } = start({ isReadable: false });
    expect(await ask('test_sign')).toMatchObject({ error: { code: 4900 } });
    expect(refusedAsUnreadable).toEqual(['test_sign']);
  });

  it('answers the chain’s id before all stored data is loaded, and signs only afterwards', async () => {
    const all = Promise.withResolvers<void>();
    const { ask } = start({ ready: all.promise });
    const signature = ask('test_sign');
    expect(await ask('eth_chainId')).toMatchObject({ result: '0x2105' });
    let hasSigned = false;
    void signature.then(() => {
      hasSigned = true;
    });
    expect(await ask('net_version')).toMatchObject({ result: '8453' });
    expect(hasSigned).toBe(false);
    all.resolve();
    expect(await signature).toMatchObject({ result: 'signature 1' });
  });

  it('answers 4001 when the wallet stays locked, and doesn’t open an unlock screen for an unconnected site', async () => {
    const { ask } = start({ isLocked: true, staysLocked: true });
    expect(await ask('test_sign')).toMatchObject({ error: { code: 4001 } });
    const stranger = start({ isLocked: true, isConnected: false });
    expect(await stranger.ask('test_sign')).toMatchObject({ error: { code: 4100 } });
    expect(stranger.unlocks()).toBe(0);
  });

  it('runs a signing request once, even if the page sends it again', async () => {
    const { ask } = start();
    const answers = await Promise.all([ask('test_sign'), ask('test_sign'), ask('test_sign')]);
    expect(answers.map(({ result }) => result)).toEqual(Array(3).fill('signature 1'));
    expect(await ask('test_sign', [], '2')).toMatchObject({ result: 'signature 2' });
  });

  it('answers a different request under the same id separately', async () => {
    const { ask } = start();
    expect(await ask('test_sign', ['a'])).toMatchObject({ result: 'signature 1' });
    expect(await ask('test_sign', ['b'])).toMatchObject({ result: 'signature 2' });
    expect(await ask('test_sign', ['a'])).toMatchObject({ result: 'signature 1' });
  });

  it('reveals nothing about an unexpected failure to a page', async () => {
    const { ask } = start();
    expect(await ask('test_bug')).toEqual({
      id: '1',
      error: { code: -32603, message: 'The wallet failed to answer.' },
    });
  });
});

describe('reads', () => {
  const node =
    (answers: Readonly<Record<string, unknown>>, seen: string[] = []): Fetch =>
    async (url) => {
      seen.push(url);
      const answer = answers[url];
      if (answer === undefined) throw new TypeError('offline');
      return new Response(JSON.stringify(answer));
    };

  it('sends reads to the user’s node, and to the next node when the first doesn’t respond', async () => {
    const seen: string[] = [];
    const fetch = node({ 'http://two.example': { jsonrpc: '2.0', id: 1, result: '0x10' } }, seen);
    const { ask } = start({ fetch });
    expect(await ask('eth_blockNumber')).toEqual({ id: '1', result: '0x10' });
    expect(seen).toEqual(['http://one.example', 'http://two.example']);
  });

  it('passes a node’s error to the page, but without the node’s address', async () => {
    const error = { code: 3, message: 'reverted at https://key.node.example/v3/abc', data: '0x08' };
    const { ask } = start({ fetch: node({ 'http://one.example': { error } }) });
    expect(await ask('eth_call', [{}, 'latest'])).toEqual({
      id: '1',
      error: { code: 3, message: 'reverted at …', data: '0x08' },
    });
  });

  it.each([
    'net_listening',
    'eth_protocolVersion',
    'eth_blobBaseFee',
    'eth_getUncleCountByBlockHash',
    'eth_getUncleCountByBlockNumber',
    'eth_getUncleByBlockHashAndIndex',
    'eth_getUncleByBlockNumberAndIndex',
  ])('lists %s among the methods that are passed to the node', (name) => {
    expect(PASSED_TO_NODE).toContain(name);
  });

  it('rejects reads with 4901 when no node responds', async () => {
    expect(await start().ask('eth_blockNumber')).toMatchObject({ error: { code: 4901 } });
  });

  it('the methods passed to the node include none that signs, lists accounts, mines or manages a node', () => {
    for (const name of PASSED_TO_NODE) {
      expect(name).toMatch(/^(?:eth_(?!sign|accounts|mining)|net_listening$)/);
    }
  });
});

describe('eth_sendTransaction', () => {
  const transaction = { from: ACCOUNT, to: OTHER, value: '0x1', data: '0x' };

  it('removes the nonce, the access list and unknown fields from a page’s transaction before it asks the user', async () => {
    const { ask, asked } = start();
    const answer = await ask('eth_sendTransaction', [
      { ...transaction, nonce: '0x7', accessList: [], foo: 'bar' },
    ]);
    expect(answer).toMatchObject({ result: '0xhash' });
    expect(asked).toMatchObject([
      { account: ACCOUNT, transaction: { to: OTHER, value: '0x1', data: '0x' } },
    ]);
    expect(Object.keys(asked[0]?.transaction ?? {})).toEqual(['value', 'data', 'to']);
  });

  it('answers 4100 for a sender account that the site may not use', async () => {
    const { ask } = start();
    expect(await ask('eth_sendTransaction', [{ ...transaction, from: OTHER }])).toMatchObject({
      error: { code: 4100 },
    });
  });

  it('answers 4100 for an account that the wallet only watches, without asking the user', async () => {
    const { ask, asked } = start({ canSign: false });
    expect(await ask('eth_sendTransaction', [transaction])).toMatchObject({
      error: { code: 4100, message: expect.stringContaining('only watched') },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['params that aren’t an object', 7],
    ['data and input that differ', { ...transaction, data: '0x01', input: '0x02' }],
    ['a different chain', { ...transaction, chainId: '0x1' }],
    ['an authorization list', { ...transaction, authorizationList: [] }],
    ['blobs', { ...transaction, blobVersionedHashes: ['0x01'] }],
    ['an unknown type', { ...transaction, type: '0x7e' }],
    ['odd hex', { ...transaction, data: '0x1' }],
    ['a value that is decimal text', { ...transaction, value: '1000' }],
    ['a wrong checksum', { ...transaction, to: OTHER.replace('3C44', '3c44') }],
    ['a transaction with neither receiver nor data', { from: ACCOUNT, value: '0x1' }],
    ['a transaction without a sender', { to: OTHER }],
  ])('refuses %s with -32602', async (_, params) => {
    const { ask, asked } = start();
    expect(await ask('eth_sendTransaction', [params])).toMatchObject({ error: { code: -32602 } });
    expect(asked).toEqual([]);
  });
});
