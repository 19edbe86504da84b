import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../entrypoints/background/approvals/request-context.ts';
import { createNetworks } from '../../../entrypoints/background/kernel/networks.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import type { Bundle } from '../../../entrypoints/background/procedures/bundle-rows.ts';
import type { Bundles } from '../../../entrypoints/background/procedures/bundles.ts';
import { wallet_getCallsStatus } from '../../../entrypoints/background/rpc/methods/wallet_getCallsStatus.ts';
import { wallet_getCapabilities } from '../../../entrypoints/background/rpc/methods/wallet_getCapabilities.ts';
import { wallet_sendCalls } from '../../../entrypoints/background/rpc/methods/wallet_sendCalls.ts';
import { wallet_showCallsStatus } from '../../../entrypoints/background/rpc/methods/wallet_showCallsStatus.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { RPC_CODES, RpcError } from '../../../shared/rpc/codes.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { noBatching } from '../helpers/no-batching.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TO = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const CONTEXT: RequestContext = {
  requester: { origin: 'https://dapp.example', own: false },
  requestKey: 'doc:1',
  accounts: [ACCOUNT],
  chainId: 8453,
};
const CALL = { to: TO, value: '0x1' };
const REQUEST = {
  version: '2.0.0',
  chainId: '0x2105',
  atomicRequired: false,
  calls: [CALL],
};

/** Returns bundles with the members of a record that the methods read. */
function bundles(row?: Pick<Bundle, 'calls' | 'stopped' | 'hashes'>): Bundles {
  const known: Bundle | undefined = row && {
    id: 'known',
    origin: 'https://dapp.example',
    chainId: 8453,
    account: ACCOUNT,
    at: 1,
    fee: { gas: [], maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', isLegacy: false },
    requestKey: 'doc:0',
    ...row,
  };
  let hasTab = false;
  return {
    load: async () => undefined,
    async claimTab() {
      const isFirst = !hasTab;
      hasTab = true;
      return isFirst;
    },
    find: (origin, id) => (origin === known?.origin && id === known.id ? known : undefined),
    hashes: (bundle) => bundle.hashes,
    atomicStatus: () => undefined,
    advance: () => undefined,
    stopOf: async () => undefined,
    stopAll: async () => undefined,
    ask: async (_, { id }) => id ?? 'minted',
    revoke: async () => undefined,
  };
}

const sites = {
  permits: (origin: string, account: string) =>
    origin === 'https://dapp.example' && account === ACCOUNT,
};

const networks = createNetworks({
  stored: stored(memoryAreas(), STORED_KEYS.networks),
  baseRpcUrls: () => [],
  outgoing: { set: async () => undefined },
  onChange: () => undefined,
});

type Batching = Parameters<typeof wallet_getCapabilities>[0]['batching'];

async function codeOf(work: Promise<unknown>): Promise<number> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RpcError)) throw new Error(`no RpcError: ${String(error)}`);
  return RPC_CODES[error.code];
}

const sendCalls = async (
  request: unknown,
  known?: Parameters<typeof bundles>[0],
  more: Partial<Parameters<typeof wallet_sendCalls>[0]> = {},
) =>
  wallet_sendCalls({
    bundles: bundles(known),
    networks,
    canSign: () => true,
    batching: noBatching,
    settings: { get: () => ({}), write: async () => undefined },
    ...more,
  }).prepare([request])(CONTEXT);

/** The one transaction that makes all calls, for an account that can batch. */
const WHOLE = { to: ACCOUNT, value: '0x0', data: '0xe9ae5c53' };
const ableBatching = {
  statusOf: async () => 'ready' as const,
  transactionOf: async () => WHOLE,
};

describe('wallet_sendCalls', () => {
  it('answers with the id that the site named, or with a generated id', async () => {
    expect(await sendCalls({ ...REQUEST, id: 'mine' })).toEqual({ id: 'mine' });
    expect(await sendCalls(REQUEST)).toEqual({ id: 'minted' });
    const longest = `0x${'ab'.repeat(4_096)}`;
    expect(await sendCalls({ ...REQUEST, id: longest })).toEqual({ id: longest });
  });

  it.each([
    ['a different version', { ...REQUEST, version: '1.0' }, -32602],
    ['no atomicRequired field', { ...REQUEST, atomicRequired: undefined }, -32602],
    ['no calls', { ...REQUEST, calls: [] }, -32602],
    ['a call without receiver and data', { ...REQUEST, calls: [{}] }, -32602],
    [
      'an authorization in a call',
      { ...REQUEST, calls: [{ ...CALL, authorizationList: [{}] }] },
      -32602,
    ],
    ['an empty id', { ...REQUEST, id: '' }, -32602],
    ['an id of more than 4,096 bytes', { ...REQUEST, id: `0x${'ab'.repeat(4_097)}` }, -32602],
    ['a foreign account', { ...REQUEST, from: TO }, 4100],
    [
      'a required capability that the wallet lacks',
      { ...REQUEST, capabilities: { paymasterService: {} } },
      5700,
    ],
    [
      'a call that requires a capability',
      { ...REQUEST, calls: [{ ...CALL, capabilities: { a: {} } }] },
      5700,
    ],
    ['a different chain', { ...REQUEST, chainId: '0x1' }, 5710],
    ['an id that is already in use', { ...REQUEST, id: 'known' }, 5720],
    ['too many calls', { ...REQUEST, calls: Array.from({ length: 21 }, () => CALL) }, 5740],
    ['atomicRequired set', { ...REQUEST, atomicRequired: true }, 5760],
  ])('refuses a bundle with %s', async (_, request, code) => {
    const known = { calls: [], stopped: false, hashes: [] };
    expect(await codeOf(sendCalls(request, known))).toBe(code);
  });

  it.each([
    ['several calls as one transaction', false, [CALL, CALL], [WHOLE]],
    ['several calls as one transaction that has to be atomic', true, [CALL, CALL], [WHOLE]],
    ['a single call as it is', true, [CALL], [{ to: TO, value: '0x1', data: '0x' }]],
  ])('sends %s for a smart account', async (_, atomicRequired, calls, sent) => {
    const asked: unknown[] = [];
    const known = bundles();
    await sendCalls({ ...REQUEST, atomicRequired, calls }, undefined, {
      batching: ableBatching,
      bundles: {
        ...known,
        async ask(_context, input) {
          asked.push(input.calls);
          return 'id';
        },
      },
    });
    expect(asked).toEqual([sent]);
  });

  it.each<[string, object, string | undefined, object[]]>([
    [
      'turns smart accounts on when the user confirms the first offer',
      {},
      undefined,
      [{ usesSmartAccounts: true }],
    ],
    [
      'stores that smart accounts are off when the user rejects the first offer',
      {},
      'upgradeRejected',
      [{ usesSmartAccounts: false }],
    ],
    ['stores no decision when the wallet was locked meanwhile', {}, 'lockedMeanwhile', []],
    ['stores no decision when the window was closed', {}, 'closed', []],
    [
      'doesn’t change the setting of a user who has decided',
      { usesSmartAccounts: true },
      'upgradeRejected',
      [],
    ],
  ])('%s', async (_, stored, failure, kept) => {
    const written: object[] = [];
    const whole = { ...WHOLE, codeChange: { account: ACCOUNT, delegate: TO } };
    const offers: unknown[] = [];
    const asking = sendCalls({ ...REQUEST, atomicRequired: true, calls: [CALL, CALL] }, undefined, {
      batching: {
        statusOf: async () => 'offered',
        async transactionOf({ isOfferShown }) {
          offers.push(isOfferShown);
          return whole;
        },
      },
      bundles: {
        ...bundles(),
        async ask() {
          if (failure === 'closed')
            throw new RpcError('upgradeRejected', undefined, 'window closed');
          if (failure !== undefined)
            throw new RpcError(failure as 'upgradeRejected', undefined, 'rejected');
          return 'id';
        },
      },
      settings: {
        get: () => stored,
        async write(change) {
          written.push(change);
        },
      },
    });
    if (failure === undefined) expect(await asking).toEqual({ id: 'id' });
    else
      await expect(asking).rejects.toMatchObject({
        code: failure === 'closed' ? 'upgradeRejected' : failure,
      });
    expect(written).toEqual(kept);
    expect(offers).toEqual([true]);
  });

  it('drops a change of the account’s code that a site adds to a call', async () => {
    const asked: unknown[] = [];
    const call = { ...CALL, codeChange: { account: ACCOUNT, delegate: TO } };
    await sendCalls({ ...REQUEST, calls: [call] }, undefined, {
      bundles: {
        ...bundles(),
        async ask(_context, input) {
          asked.push(input.calls);
          return 'id';
        },
      },
    });
    expect(asked).toEqual([[{ to: TO, value: '0x1', data: '0x' }]]);
  });

  it('ignores an unknown capability that the site marks as optional', async () => {
    const request = { ...REQUEST, capabilities: { paymasterService: { optional: true } } };
    expect(await sendCalls(request)).toEqual({ id: 'minted' });
  });
});

describe('wallet_getCallsStatus', () => {
  const calls = [
    { value: '0x0', data: '0x', to: TO },
    { value: '0x0', data: '0x', to: TO },
  ];
  const status = async (
    row: Parameters<typeof bundles>[0],
    receipts: Readonly<Record<string, string>>,
    id = 'known',
  ) => {
    const method = wallet_getCallsStatus({
      bundles: bundles(row),
      rpcOf: () => ({
        request: async (_, params) => {
          const [hash] = Array.isArray(params) ? params : [];
          const found = receipts[String(hash)];
          return found === undefined ? null : { status: found, transactionHash: hash, logs: [] };
        },
      }),
    });
    return method.prepare([id])(CONTEXT);
  };

  it.each([
    [100, 'nothing is mined', ['0xa'], false, {}],
    [100, 'the first of two is mined', ['0xa'], false, { '0xa': '0x1' }],
    [200, 'all succeeded', ['0xa', '0xb'], false, { '0xa': '0x1', '0xb': '0x1' }],
    [400, 'it was stopped before anything was mined', [], true, {}],
    [500, 'the first reverted', ['0xa'], true, { '0xa': '0x0' }],
    [600, 'the second reverted', ['0xa', '0xb'], true, { '0xa': '0x1', '0xb': '0x0' }],
    [600, 'it was stopped after the first', ['0xa'], true, { '0xa': '0x1' }],
  ])('answers %i about a bundle of calls when %s', async (code, _, hashes, stopped, receipts) => {
    const answer = await status({ calls, hashes, stopped }, receipts);
    expect(answer).toMatchObject({
      version: '2.0.0',
      id: 'known',
      chainId: '0x2105',
      atomic: false,
    });
    expect(answer).toHaveProperty('status', code);
    const mined = Object.keys(receipts).length;
    expect(Reflect.get(Object(answer), 'receipts')?.length ?? 0).toBe(mined);
  });

  it('reports a single call as atomic, even for an account without code', async () => {
    const row = { calls: calls.slice(1), hashes: ['0xa'], stopped: false };
    expect(await status(row, { '0xa': '0x1' })).toMatchObject({ status: 200, atomic: true });
  });

  it('answers 5730 for an unknown bundle and for a different site’s bundle', async () => {
    expect(await codeOf(status(undefined, {}) as Promise<unknown>)).toBe(5730);
    expect(await codeOf(status({ calls, hashes: [], stopped: false }, {}, 'x'))).toBe(5730);
  });
});

describe('wallet_getCapabilities', () => {
  const ask = (
    account: string,
    origin = 'https://dapp.example',
    batching: Batching = noBatching,
    chains?: readonly unknown[],
  ) =>
    wallet_getCapabilities({ batching, networks, sites }).prepare(
      chains === undefined ? [account] : [account, chains],
    )({
      ...CONTEXT,
      // A locked wallet shows no account.
      accounts: [],
      requester: { origin, own: false },
    });

  it('lists the capabilities of a connected account while the wallet is locked', async () => {
    expect(await ask(ACCOUNT)).toEqual({ '0x2105': { atomic: { status: 'unsupported' } } });
  });

  it('reports whether the account can send several calls in one transaction', async () => {
    const asked: unknown[] = [];
    const batching = {
      async statusOf(...account: unknown[]) {
        asked.push(account);
        return 'ready' as const;
      },
    };
    expect(await ask(ACCOUNT, undefined, batching)).toEqual({
      '0x2105': { atomic: { status: 'ready' } },
    });
    expect(asked).toEqual([[ACCOUNT, 8453]]);
  });

  it('reports an account as ready if the wallet offers to make it smart', async () => {
    const batching = { statusOf: async () => 'offered' as const };
    expect(await ask(ACCOUNT, undefined, batching)).toEqual({
      '0x2105': { atomic: { status: 'ready' } },
    });
  });

  it.each([
    ['all chains together', ['0x0'], {}],
    ['an unknown chain', ['0x1'], {}],
    [
      'all chains together and Base',
      ['0x0', '0x2105'],
      { '0x2105': { atomic: { status: 'unsupported' } } },
    ],
  ])(
    'leaves unsupported chains out of the answer, and doesn’t fail, when asked about %s',
    async (_, chains, found) => {
      expect(await ask(ACCOUNT, undefined, undefined, chains)).toEqual(found);
    },
  );

  it('rejects an unreadable chain id', () => {
    expect(() => ask(ACCOUNT, undefined, undefined, ['base'])).toThrow(RpcError);
  });

  it('answers 4100 for an account or site that isn’t connected', async () => {
    expect(await codeOf(ask(TO) as Promise<unknown>)).toBe(4100);
    expect(await codeOf(ask(ACCOUNT, 'https://evil.example') as Promise<unknown>)).toBe(4100);
  });
});

describe('wallet_showCallsStatus', () => {
  function start() {
    const clock = createFakeClock();
    const shown: boolean[] = [];
    const method = wallet_showCallsStatus({
      bundles: bundles({ calls: [], stopped: false, hashes: [] }),
      clock,
      showActivity: async (mayOpen) => {
        shown.push(mayOpen);
      },
    });
    const ask = async (id = 'known') => method.prepare([id])(CONTEXT);
    return { ask, clock, shown };
  }

  it('opens one tab for a bundle, and focuses that tab on later requests', async () => {
    const { ask, clock, shown } = start();
    for (let i = 0; i < 3; i += 1) {
      expect(await ask()).toBeNull();
      clock.advance(5_000);
    }
    expect(shown).toEqual([true, false, false]);
  });

  it('shows a bundle only once in five seconds, however often a site asks', async () => {
    const { ask, shown } = start();
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => ask()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(shown).toHaveLength(1);
    expect(await codeOf(ask())).toBe(4001);
  });

  it('answers 5730 for the bundle of a different site', async () => {
    expect(await codeOf(start().ask('x'))).toBe(5730);
  });
});
