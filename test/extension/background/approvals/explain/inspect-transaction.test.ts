import { type Abi, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type InspectTransactionDeps,
  inspectTransaction,
} from '../../../../../entrypoints/background/approvals/explain/inspect-transaction.ts';
import { CODE_TIMEOUT_MS } from '../../../../../entrypoints/background/chain/code-at.ts';
import { createNetworks } from '../../../../../entrypoints/background/kernel/networks.ts';
import { stored } from '../../../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../../../entrypoints/background/stored-keys.ts';
import { batchOf } from '../../../../../shared/approvals/batch.ts';
import type { TransactionDraft } from '../../../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { BOOK_R12, CHAIN_ID, FACTORY_R12 } from '../../../../../shared/chain/deployments.ts';
import { eventually } from '../../../../helpers/eventually.ts';
import { createFakeClock } from '../../../../helpers/fake-world.ts';
import { memoryAreas } from '../../../helpers/memory-areas.ts';
import { patientNames } from '../../../helpers/token-names.ts';
import { wordedView } from '../../../helpers/worded.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0x1234567890123456789012345678901234567890';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
/** ERC-8021: the code `bc_wallet`. */
const ATTRIBUTION = '0x62635f77616c6c6574090080218021802180218021802180218021';
const NOTHING = 'There’s no contract at this address.';
const PRIVATE = 'personal account, not a contract';

type Answer = (method: string, params: unknown) => Promise<unknown>;
const never: Answer = () => new Promise(() => undefined);
/** A node that answers only requests for code. */
const withCode =
  (code: unknown): Answer =>
  (method) =>
    method === 'eth_getCode' ? Promise.resolve(code) : Promise.reject(new TypeError('away'));

const approve = (spender: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });

type PartialDraft = Omit<TransactionDraft, 'value'> & { readonly value?: string };

/** Inspects calls, and records the requests to the node. */
function inspect(
  answer: Answer,
  ...given: readonly (PartialDraft | { readonly nonce: number; readonly own?: readonly number[] })[]
) {
  const own = given.flatMap((one) => ('nonce' in one ? (one.own ?? []) : []));
  const nonce = given.flatMap((one) => ('nonce' in one ? one.nonce : []))[0] ?? 0;
  const calls = given.flatMap((one) => ('nonce' in one ? [] : [one]));
  const asked: string[] = [];
  const areas = memoryAreas();
  const request: Answer = (method, params) => {
    const [address] = Array.isArray(params) ? params : [];
    asked.push(method === 'eth_getCode' ? `${method} ${String(address)}` : method);
    return answer(method, params);
  };
  const deps: InspectTransactionDeps = {
    tokenNames: patientNames(),
    rpcOf: () => ({ request }),
    clock: createFakeClock(),
    networks: createNetworks({
      stored: stored(areas, STORED_KEYS.networks),
      baseRpcUrls: () => [],
      outgoing: { set: async () => undefined },
      onChange: () => undefined,
    }),
    spotOf: () => undefined,
    isInFeed: async () => undefined,
    nonceFor: async () => nonce,
    pendingNoncesOf: () => new Set(own),
    floorFor: () => undefined,
    replacedBy: () => undefined,
  };
  const wanted = {
    kind: 'calls' as const,
    account: ACCOUNT,
    calls: calls.map((call) => ({ value: '0x0', ...call })),
  };
  const draft = {
    id: 'draft',
    requestKey: 'key',
    requester: { origin: 'https://site.example', own: false },
    chainId: CHAIN_ID,
    createdAt: 0,
    request: wanted,
  };
  const read = {
    kind: 'calls' as const,
    request: wanted,
    calls: wanted.calls.map((call) => understandTransaction(call, CHAIN_ID)),
  };
  const view = inspectTransaction(deps, draft, read).then(wordedView);
  const checksOf = async () =>
    (await view).steps.map(({ checks }) => checks.map(({ detail }) => detail));
  return { asked, view, checksOf };
}

describe('a call with data', () => {
  it('warns about a receiver without code when a call carries data, but not for a plain transfer', async () => {
    const { checksOf } = inspect(
      withCode('0x'),
      { to: OTHER, data: '0xdeadbeef' },
      { to: OTHER, data: '0x' },
    );
    const [call, plain] = await checksOf();
    expect(call?.[0]).toBe(NOTHING);
    expect(plain).toBeDefined();
    expect(plain).not.toContain(NOTHING);
  });

  it.each([
    ['a contract', '0x6001'],
    ['an account that delegates to a contract', `0xef0100${'ab'.repeat(20)}`],
    ['an address whose code the node doesn’t return', null],
  ])('doesn’t warn of missing code for %s', async (_, code) => {
    const { checksOf } = inspect(withCode(code), { to: OTHER, data: '0xdeadbeef' });
    expect((await checksOf()).flat()).not.toContain(NOTHING);
  });

  it.each([
    ['a send to an ordinary account', '0x', /^Send/],
    ['an unknown call of a contract', '0x6001', /unknown/],
    ['an unknown call if the node doesn’t answer', null, /unknown/],
  ])(
    'shows a site’s attribution as a row, and explains a call with no other data as %s',
    async (_, code, words) => {
      const { view } = inspect(withCode(code), { to: OTHER, data: ATTRIBUTION, value: '0x5' });
      const [step] = (await view).steps;
      expect(step?.sentence).toMatch(words);
      expect(step?.rows.at(-1)).toEqual({
        label: 'Attribution that the site claims',
        value: '“bc_wallet”',
      });
    },
  );

  it('reads only the account’s code when calls go to known contracts or create a contract', async () => {
    const { view, asked } = inspect(
      withCode('0x'),
      { to: USDC, data: approve(BOOK_R12, 5n) },
      { to: BOOK_R12, data: '0xdeadbeef' },
      { data: '0x6001' },
    );
    await view;
    const codes = asked.filter((one) => one.startsWith('eth_getCode'));
    expect(codes).toEqual([`eth_getCode ${ACCOUNT}`]);
  });
});

describe('the code of a spender', () => {
  it('requests all facts from a node at the same time, and the code of each address only once', async () => {
    const { asked } = inspect(
      never,
      { to: TOKEN, data: approve(OTHER, 5n) },
      { to: OTHER, data: '0xdeadbeef' },
    );
    await eventually(() =>
      expect(asked.toSorted()).toEqual([
        'eth_blockNumber',
        // Two requests are for the token's name, one for its kind, and two for the data that each
        // call posts.
        ...['eth_call', 'eth_call', 'eth_call', 'eth_call', 'eth_call'],
        ...['eth_getBalance', 'eth_getBlockByNumber'],
        `eth_getCode ${TOKEN}`,
        `eth_getCode ${OTHER}`,
        `eth_getCode ${ACCOUNT}`,
        ...['eth_getTransactionCount', 'eth_maxPriorityFeePerGas', 'eth_simulateV1'],
      ]),
    );
  });

  it('shows two checks for an allowance: its token has no code, and its spender is an ordinary account', async () => {
    const { checksOf, view } = inspect(withCode('0x'), { to: TOKEN, data: approve(OTHER, 5n) });
    const [[first, second] = []] = await checksOf();
    expect(first).toBe(NOTHING);
    expect(second).toContain(PRIVATE);
    expect((await view).danger).toContain(PRIVATE);
  });
});

describe('a node that answers everything but the code', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stops waiting for a spender’s code after a short timeout, and treats the spender as an unknown contract', async () => {
    const { view } = inspect(
      (method, params) => (method === 'eth_getCode' ? never : withCode('0x'))(method, params),
      { to: TOKEN, data: approve(OTHER, 5n) },
    );
    const seen = { isOver: false };
    void view.then(() => {
      seen.isOver = true;
    });
    await vi.advanceTimersByTimeAsync(CODE_TIMEOUT_MS);
    expect(seen.isOver).toBe(true);
    const { danger, steps } = await view;
    expect(danger).not.toContain(PRIVATE);
    expect(JSON.stringify(steps)).toContain('Condor doesn’t know this contract');
  });
});

describe('a node that misstates the outgoing amount', () => {
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, amount] });
  const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

  /** A simulation whose only log transfers this much USDC from the account. */
  const simulating =
    (units: bigint): Answer =>
    async (method) => {
      if (method === 'eth_blockNumber') return '0x1';
      if (method !== 'eth_simulateV1') throw new TypeError('away');
      const log = {
        address: USDC,
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          topic(ACCOUNT),
          topic(OTHER),
        ],
        data: `0x${units.toString(16).padStart(64, '0')}`,
      };
      return [{ calls: [{ status: '0x1', gasUsed: '0x5208', logs: units === 0n ? [] : [log] }] }];
    };

  it.each([
    ['a hundredth of a dollar', 10_000n],
    ['nothing', 0n],
  ])('keeps the call’s own amount with a warning when the simulation shows %s', async (_, lie) => {
    const { view } = inspect(simulating(lie), { to: USDC, data: transfer(50_000_000000n) });
    const { leaves, steps } = await view;
    expect(leaves).toMatchObject([{ symbol: 'USDC', exact: '50000' }]);
    const warned = steps[0]?.checks.find(({ label }) => label === 'Simulation');
    expect(warned).toMatchObject({ status: 'warned' });
    expect(warned?.detail).toContain('50,000');
  });

  it('shows the simulated outgoing amount when it exceeds the amount of the call', async () => {
    const { view } = inspect(simulating(60_000_000000n), {
      to: USDC,
      data: transfer(50_000_000000n),
    });
    const { leaves } = await view;
    expect(leaves).toMatchObject([{ symbol: 'USDC', exact: '60000' }]);
  });
});

describe('a call to an unknown contract without a simulation', () => {
  const abi = parseAbi([
    'function approve(address,uint256)',
    'function setApprovalForAll(address,bool)',
    'function transfer(address,uint256)',
    'function transferFrom(address,address,uint256)',
    'function safeTransferFrom(address,address,uint256)',
    'function multicall(bytes[])',
    'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'function cancelQuotation(uint256)',
    'function aggregate3((address target, bool allowFailure, bytes callData)[])',
  ]);
  const WORD = `0x${'11'.repeat(32)}`;
  const callOf = (functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: abi as Abi, functionName, args });
  const CALLS: readonly (readonly [string, Hex])[] = [
    ['a revocation', callOf('approve', [OTHER, 0n])],
    ['a revocation for every item', callOf('setApprovalForAll', [OTHER, false])],
    ['a transfer to oneself', callOf('transfer', [ACCOUNT, 5n])],
    ['a transfer of nothing', callOf('transfer', [OTHER, 0n])],
    ['a transfer from somebody else', callOf('transferFrom', [OTHER, ACCOUNT, 5n])],
    ['a transfer of an item to oneself', callOf('safeTransferFrom', [ACCOUNT, ACCOUNT, 5n])],
    [
      'a multicall of such calls',
      callOf('multicall', [
        [
          callOf('transfer', [ACCOUNT, 5n]),
          callOf('multicall', [[callOf('setApprovalForAll', [OTHER, false])]]),
        ],
      ]),
    ],
  ];
  /** A node with `eth_call` but no simulation, on which every contract has allowances. */
  const calling: Answer = async (method) => {
    if (method === 'eth_getCode') return '0x60';
    if (method === 'eth_call') return `0x${'0'.repeat(64)}`;
    throw new TypeError('away');
  };
  const simulating: Answer = async (method, params) =>
    method === 'eth_simulateV1'
      ? [{ calls: [{ status: '0x1', gasUsed: '0x5208', logs: [] }] }]
      : method === 'eth_blockNumber'
        ? '0x1'
        : calling(method, params);
  const UNPROVEN = 'couldn’t simulate the call';

  it.each(CALLS)(
    'requires an acknowledgement for a call to an unknown contract when the call wasn’t simulated: %s',
    async (_, data) => {
      expect((await inspect(calling, { to: TOKEN, data }).view).danger).toContain(UNPROVEN);
      expect((await inspect(simulating, { to: TOKEN, data }).view).danger).toBeUndefined();
      expect((await inspect(calling, { to: USDC, data }).view).danger ?? '').not.toContain(
        UNPROVEN,
      );
    },
  );

  it.each<[string, string, readonly unknown[]]>([
    ['a permit of a different owner', 'permit', [OTHER, OTHER, 5n, 5n, 27, WORD, WORD]],
    ['the account’s permit for a zero amount', 'permit', [ACCOUNT, OTHER, 0n, 5n, 27, WORD, WORD]],
    [
      'a multicall with a permit of a different owner',
      'multicall',
      [[callOf('permit', [OTHER, OTHER, 5n, 5n, 27, WORD, WORD])]],
    ],
  ])(
    'requires an acknowledgement for an unsimulated call whose function doesn’t promise a movement: %s',
    async (_, name, args) => {
      const data = callOf(name, args);
      expect((await inspect(calling, { to: TOKEN, data }).view).danger).toContain(UNPROVEN);
      expect((await inspect(simulating, { to: TOKEN, data }).view).danger).toBeUndefined();
    },
  );

  it('describes a call through an unknown multicall contract, and requires an acknowledgement', async () => {
    const callData = callOf('cancelQuotation', [7n]);
    const data = callOf('aggregate3', [[{ target: FACTORY_R12, allowFailure: true, callData }]]);
    const { danger, steps } = await inspect(calling, { to: TOKEN, data }).view;
    expect(danger).toContain(UNPROVEN);
    expect(steps[0]?.sentence).toMatch(/one call through another contract/);
  });

  it('requires an acknowledgement for an unsimulated batch that calls an unknown contract', async () => {
    const inner = { to: TOKEN, value: '0x0', data: approve(OTHER, 0n) } as const;
    const batch = batchOf(ACCOUNT, [inner]) ?? expect.unreachable();
    expect((await inspect(calling, batch).view).danger).toContain(UNPROVEN);
  });

  it('doesn’t warn about a missing simulation for a token transfer', async () => {
    const data = callOf('transfer', [OTHER, 5n]);
    expect((await inspect(calling, { to: TOKEN, data }).view).danger ?? '').not.toContain(UNPROVEN);
  });
});

describe('a receiver that loses the money sent to it', () => {
  const transfer = (to: Hex) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 5n] });

  it.each([
    ['a token to its own contract', { to: USDC, data: transfer(USDC) }],
    ['an unknown token to its own contract', { to: TOKEN, data: transfer(TOKEN) }],
    ['ether to a token contract', { to: USDC, data: '0x', value: '0x1' }],
    ['ether to the zero address', { to: `0x${'0'.repeat(40)}`, data: '0x', value: '0x1' }],
    ['a token to a precompile', { to: USDC, data: transfer(`0x${'0'.repeat(39)}1`) }],
  ])('refuses to send %s', async (_, call) => {
    expect((await inspect(withCode('0x60'), call).view).refusal).toMatch(/lost/);
  });

  it.each([
    ['ether', { to: '0x000000000000000000000000000000000000dEaD', data: '0x', value: '0x1' }],
    ['a token', { to: USDC, data: transfer('0x000000000000000000000000000000000000dEaD') }],
  ])('requires an acknowledgement before %s goes to a burn address', async (_, call) => {
    const { danger, refusal } = await inspect(withCode('0x60'), call).view;
    expect(danger).toMatch(/nobody can recover/);
    expect(refusal).toBeUndefined();
  });
});

describe('a nonce ahead of the chain', () => {
  it('warns of a nonce ahead of the chain unless the account’s pending transactions fill the gap', async () => {
    const answer: Answer = async (method) => {
      if (method === 'eth_getTransactionCount') return '0x2';
      throw new TypeError('away');
    };
    const saidOf = async (nonce: number, own: readonly number[]) => {
      const checks = await inspect(answer, { nonce, own }, { to: OTHER, data: '0x' }).checksOf();
      return checks.flat().join(' ');
    };
    const warning = 'The network expects nonce 2';
    expect(await saidOf(2, [])).not.toContain('nonce');
    expect(await saidOf(4, [2, 3])).not.toContain('nonce');
    expect(await saidOf(4, [3])).toContain(warning);
    expect(await saidOf(4, [])).toContain(warning);
    expect(await saidOf(90, [])).toContain(warning);
  });
});

describe('an account that runs foreign code', () => {
  it('warns about the foreign code when the account sends a transaction', async () => {
    const checks = await inspect(withCode(`0xef0100${'ab'.repeat(20)}`), {
      to: OTHER,
      data: '0x',
    }).checksOf();
    expect(checks.flat().join(' ')).toContain('Your account runs another contract’s code');
  });
});
