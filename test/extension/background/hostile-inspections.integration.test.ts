import { threadCpuUsage } from 'node:process';
import { describe, expect, it } from 'vitest';
import { describeMessage } from '../../../components/approvals/describe-message.ts';
import { describeTransaction } from '../../../components/approvals/describe-transaction.ts';
import { shownOf } from '../../../components/approvals/shown-of.ts';
import { describeSigned } from '../../../components/approvals/signed/describe-signed.ts';
import { inspectDraft } from '../../../entrypoints/background/approvals/explain/inspect.ts';
import { markOf } from '../../../entrypoints/background/approvals/recheck.ts';
import type { RequestContext } from '../../../entrypoints/background/approvals/request-context.ts';
import type { Method } from '../../../entrypoints/background/rpc/method.ts';
import { eth_sendTransaction } from '../../../entrypoints/background/rpc/methods/eth_sendTransaction.ts';
import { eth_signTypedData } from '../../../entrypoints/background/rpc/methods/eth_signTypedData.ts';
import { eth_signTypedData_v3 } from '../../../entrypoints/background/rpc/methods/eth_signTypedData_v3.ts';
import { eth_signTypedData_v4 } from '../../../entrypoints/background/rpc/methods/eth_signTypedData_v4.ts';
import { personal_sign } from '../../../entrypoints/background/rpc/methods/personal_sign.ts';
import { wallet_sendCalls } from '../../../entrypoints/background/rpc/methods/wallet_sendCalls.ts';
import { wallet_watchAsset } from '../../../entrypoints/background/rpc/methods/wallet_watchAsset.ts';
import { BudgetError } from '../../../shared/approvals/budget.ts';
import { readRequest } from '../../../shared/approvals/read-request.ts';
import type { ApprovalDraft, ApprovalRequest } from '../../../shared/approvals/types.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { ApprovalView } from '../../../shared/messages/approval-view.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { REPETITIONS } from '../../belts.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { hostileCall } from '../helpers/hostile/calls.ts';
import { createDice, type Dice } from '../helpers/hostile/dice.ts';
import { hostileSignIn, hostileText } from '../helpers/hostile/text.ts';
import { hostileTypedData } from '../helpers/hostile/typed-data.ts';
import { inspectDeps } from '../helpers/inspect-deps.ts';
import { noBatching } from '../helpers/no-batching.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const REQUESTER = { origin: 'https://dapp.example', documentId: 'doc', own: false };
const CONTEXT: RequestContext = {
  requester: REQUESTER,
  requestKey: 'doc:1',
  accounts: [ACCOUNT],
  chainId: CHAIN_ID,
};
const COUNT = REPETITIONS.hostileRequests * 1_000;
/** Number of requests per test. The requests grow from small to large. */
const BATCH = 1_000;
/** Longer params are refused before they are parsed. */
const MAX_CHARACTERS = 1_000_000;
const MAX_MS = 2_000;

const clock = createFakeClock();
const inspecting = inspectDeps(clock);
const { networks } = inspecting;

/** Returns methods whose requests are passed to `onRequest` instead of being stored. */
function methodsOf(onRequest: (request: ApprovalRequest) => void): readonly Method[] {
  const ask = async (_: unknown, request: ApprovalRequest) => {
    onRequest(request);
    return '0x' as const;
  };
  const askCalls = async (_: unknown, { account, calls }: { account: string; calls: never }) => {
    onRequest({ kind: 'calls', account, calls });
    return 'id';
  };
  const canSign = () => true;
  return [
    personal_sign({ signatures: { ask } }),
    eth_signTypedData({ signatures: { ask } }),
    eth_signTypedData_v3({ signatures: { ask } }),
    eth_signTypedData_v4({ signatures: { ask } }),
    eth_sendTransaction({
      transactions: {
        async ask({ account, transaction }) {
          onRequest({ kind: 'transaction', account, transaction });
          return '0x';
        },
      },
      canSign,
    }),
    wallet_sendCalls({
      bundles: { ask: askCalls, find: () => undefined } as never,
      batching: noBatching,
      networks,
      canSign,
      settings: { get: () => ({}), write: async () => undefined },
    }),
    wallet_watchAsset({
      approvals: { request: async () => ({ choice: { kind: 'reject' } }) } as never,
      watchedTokens: { add: async () => undefined } as never,
      readToken: async () => ({ symbol: 'A', decimals: 1 }),
    }),
  ];
}

type Request = readonly [method: string, params: unknown];

const KINDS: readonly ((dice: Dice, most: number) => Request)[] = [
  (dice, most) => ['eth_signTypedData_v4', [ACCOUNT, hostileTypedData(dice, most)]],
  (dice, most) => ['eth_signTypedData_v3', [ACCOUNT, hostileTypedData(dice, most)]],
  (dice, most) => [
    'eth_signTypedData',
    [
      Array.from({ length: dice.size(250) }, () => ({
        type: dice.pick(['string', 'uint256', 'bytes']),
        name: hostileText(dice, dice.size(most)),
        value: dice.pick([hostileText(dice, dice.size(most)), '5', '0x11']),
      })),
      ACCOUNT,
    ],
  ],
  (dice, most) => ['personal_sign', [hostileText(dice, 50 * most), ACCOUNT]],
  (dice, most) => ['personal_sign', [hostileSignIn(dice, most), ACCOUNT]],
  (dice, most) => ['eth_sendTransaction', [{ from: ACCOUNT, ...hostileCall(dice, most) }]],
  (dice, most) => [
    'wallet_sendCalls',
    [
      {
        version: '2.0.0',
        chainId: '0x2105',
        atomicRequired: false,
        calls: Array.from({ length: 1 + dice.size(20) }, () => hostileCall(dice, most / 5)),
      },
    ],
  ],
  (dice, most) => [
    'wallet_watchAsset',
    {
      type: 'ERC20',
      options: { address: ACCOUNT, symbol: hostileText(dice, most), decimals: most },
    },
  ],
];

/**
 * Returns a random request. Its size grows with the number and starts small again after each
 * thousand.
 */
function requestOf(number: number): Request {
  const dice = createDice(number);
  const growth = (number % 1_000) / 1_000;
  return dice.pick(KINDS)(dice, Math.ceil(4 * 5_000 ** growth));
}

/** Describes a request as its window does on each render. */
function describeView(view: ApprovalView): void {
  shownOf(view);
  if (view.kind === 'typed_data') describeSigned(view);
  if (view.kind === 'personal_sign') describeMessage(view);
  if (view.kind === 'transaction') describeTransaction(view);
}

/** Parses, reads, inspects and describes a request. */
async function handle([name, params]: Request): Promise<'explained' | 'refused'> {
  let request: ApprovalRequest | undefined;
  const method = methodsOf((asked) => {
    request = asked;
  }).find((one) => one.name === name);
  try {
    await method?.prepare(params)(CONTEXT);
    if (request === undefined) return 'refused';
    const common = { id: 'id', requestKey: 'doc:1', requester: REQUESTER };
    const draft: ApprovalDraft = { ...common, request, chainId: CHAIN_ID, createdAt: 0 };
    const read = readRequest(draft, clock.now());
    const shown = { position: { index: 1, count: 1 }, mark: markOf(request) };
    describeView(await inspectDraft(inspecting, draft, shown, read));
    return 'explained';
  } catch (error) {
    if (error instanceof BudgetError || error instanceof RpcError) return 'refused';
    throw error;
  }
}

describe(`${COUNT} random and grown requests`, () => {
  const ends = { explained: 0, refused: 0 };

  // A thousand requests per test, because a test has a time limit and the machine can be busy.
  it.each(Array.from({ length: COUNT / BATCH }, (_, i) => i * BATCH))(
    'takes at most two seconds of CPU time to explain or refuse a random request of up to a million characters (from number %i on)',
    async (first) => {
      const slow: unknown[] = [];
      for (let number = first; number < first + BATCH; number++) {
        const request = requestOf(number);
        if (JSON.stringify(request[1]).length > MAX_CHARACTERS) continue;
        const before = threadCpuUsage();
        ends[await handle(request)] += 1;
        const { user, system } = threadCpuUsage(before);
        // Only this thread's time counts, because other programs can keep the machine busy.
        const took = (user + system) / 1_000;
        if (took > MAX_MS) slow.push({ number, method: request[0], took });
      }
      expect(slow).toEqual([]);
    },
  );

  it('explains at least a quarter of the random requests, and refuses at least a twentieth', () => {
    expect(ends.explained).toBeGreaterThan(COUNT / 4);
    expect(ends.refused).toBeGreaterThan(COUNT / 20);
  });
});
