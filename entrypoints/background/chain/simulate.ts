import { BudgetError } from '../../../shared/approvals/budget.ts';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import type { CallFailure } from '../../../shared/chain/call-failure.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { overridesOf } from './account-code.ts';
import { callFailure, revertOf } from './call-failure.ts';
import { type Movement, movementsOf } from './movements.ts';
import { nodeErrorOf } from './node-answers.ts';
import { parseQuantity, quantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

export type Simulation =
  | {
      readonly outcome: 'succeeds';
      readonly block: bigint;
      /**
       * True when only the first transaction could be simulated, because the other transactions
       * depend on it.
       */
      readonly isFirstOnly?: boolean;
      /** Gas used by each transaction; undefined if the node can't simulate whole blocks. */
      readonly gasUsed?: readonly bigint[];
      /** Movements from the simulation's logs; undefined if only a call was possible. */
      readonly movements?: readonly Movement[];
      readonly movementsByCall?: readonly (readonly Movement[])[];
    }
  | {
      readonly outcome: 'fails';
      readonly block: bigint;
      readonly failure: CallFailure;
      /** Index of the failing transaction, from 0. */
      readonly index: number;
    }
  /** The node didn't respond. */
  | { readonly outcome: 'unknown' };

/** Gas limits and prices. Contracts can read them during a simulation. */
export interface SendingConditions {
  readonly gas: readonly bigint[];
  /** Wei per gas. On a chain without a base fee, both members are the gas price. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly isLegacy: boolean;
  /** Block values that the sender can't control, replacing the node's. */
  readonly block?: Readonly<Record<string, string>>;
  readonly at?: bigint;
}

/**
 * Runs transactions one after another on the newest block. Uses `eth_simulateV1` where available;
 * its result also has movements. Otherwise runs only the first transaction with `eth_call`. With
 * `conditions` the node applies the rules of a real block (base fee, balance, gas limits).
 */
export async function simulate(
  rpc: Rpc,
  account: string,
  drafts: readonly TransactionDraft[],
  conditions?: SendingConditions,
): Promise<Simulation> {
  try {
    const base = baseOf(rpc, conditions?.at);
    const calls = drafts.map(({ to, value, data, gas }, index) => {
      const limit = conditions?.gas[index];
      return {
        from: account,
        to,
        value,
        data,
        ...(limit !== undefined ? { gas: quantity(limit) } : gas === undefined ? {} : { gas }),
      };
    });
    // A request with a change of code has only one transaction.
    const overrides = overridesOf(drafts[0]?.codeChange);
    const code = overrides === undefined ? {} : { stateOverrides: overrides };
    return (
      (conditions === undefined
        ? undefined
        : await simulateBlock(rpc, account, strictBlock(calls, conditions, code), base)) ??
      (await simulateBlock(
        rpc,
        account,
        { blockStateCalls: [{ calls, ...code }], validation: false },
        base,
      )) ??
      // Without data the code doesn't matter, and every node accepts a plain call.
      (await callFirst(rpc, calls, base, drafts[0]?.data === '0x' ? undefined : overrides))
    );
  } catch (error) {
    if (error instanceof BudgetError) throw error;
    // The screen shows an unreachable node and a failing transaction differently.
    return { outcome: 'unknown' };
  }
}

interface Base {
  readonly tag: string;
  readonly number: Promise<bigint>;
}

/** Requests the newest block's number in parallel. The simulation doesn't wait for the number. */
function baseOf(rpc: Rpc, at: bigint | undefined): Base {
  if (at !== undefined) return { tag: quantity(at), number: Promise.resolve(at) };
  const number = rpc.request('eth_blockNumber', []).then(parseQuantity);
  // Prevents an unhandled rejection: the number is awaited after the simulation.
  number.catch(() => undefined);
  return { tag: 'latest', number };
}

interface Call {
  readonly from: string;
  readonly to: string | undefined;
  readonly value: string;
  readonly data: string;
  readonly gas?: string;
}

type Overrides = NonNullable<ReturnType<typeof overridesOf>>;

interface BlockRequest {
  readonly blockStateCalls: readonly [
    {
      readonly calls: readonly Call[];
      readonly blockOverrides?: Readonly<Record<string, string>>;
      readonly stateOverrides?: Overrides;
    },
  ];
  readonly validation: boolean;
}

/**
 * With `validation`, `block.basefee` and `tx.gasprice` are those of a real block instead of zero.
 */
function strictBlock(
  calls: readonly Call[],
  conditions: SendingConditions,
  code: { readonly stateOverrides?: Overrides },
): BlockRequest {
  const { block, isLegacy } = conditions;
  const maxFeePerGas = quantity(conditions.maxFeePerGas);
  const prices = isLegacy
    ? { gasPrice: maxFeePerGas }
    : { maxFeePerGas, maxPriorityFeePerGas: quantity(conditions.maxPriorityFeePerGas) };
  return {
    blockStateCalls: [
      {
        calls: calls.map((call) => ({ ...call, ...prices })),
        ...(block === undefined ? {} : { blockOverrides: block }),
        ...code,
      },
    ],
    validation: true,
  };
}

/**
 * Returns undefined when the node doesn't support the method, refuses the block, or returns another
 * form.
 */
async function simulateBlock(
  rpc: Rpc,
  account: string,
  block: BlockRequest,
  { tag, number }: Base,
): Promise<Simulation | undefined> {
  const [{ calls }] = block.blockStateCalls;
  let answer: unknown;
  try {
    const request = { ...block, traceTransfers: true };
    answer = await rpc.request('eth_simulateV1', [request, tag]);
  } catch (error) {
    // The fallback call distinguishes a failing transaction from an unsupported method.
    if (nodeErrorOf(error) !== undefined) return undefined;
    throw error;
  }
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined;
  const on = simulatedOn(first) ?? (await number);
  const results = isRecord(first) && Array.isArray(first.calls) ? first.calls : [];
  if (results.length !== calls.length || !results.every(isRecord)) return undefined;
  const failed = results.findIndex((result) => result.status !== '0x1');
  if (failed >= 0) {
    return fails(on, failureOf(results[failed]), failed);
  }
  return {
    outcome: 'succeeds',
    block: on,
    gasUsed: results.map((result) => parseQuantity(result.gasUsed)),
    movements: movementsOf(account, results),
    movementsByCall: results.map((result) => movementsOf(account, [result])),
  };
}

/**
 * Returns the block on which a node simulated: nodes behind one address can have different newest
 * blocks. Undefined for an answer without a parent, because such a node reports the number of its
 * newest block.
 */
function simulatedOn(answer: unknown): bigint | undefined {
  if (!isRecord(answer) || typeof answer.parentHash !== 'string') return undefined;
  if (parseQuantity(answer.parentHash) === 0n) return undefined;
  return parseQuantity(answer.number) - 1n;
}

function fails(block: bigint, failure: CallFailure, index: number): Simulation {
  return { outcome: 'fails', block, failure, index };
}

function failureOf(result: unknown): CallFailure {
  const failure = isRecord(result) && isRecord(result.error) ? result.error : {};
  const fallback = isRecord(result) ? result.returnData : undefined;
  const data = typeof failure.data === 'string' ? failure.data : fallback;
  const message = typeof failure.message === 'string' ? failure.message : '';
  return revertOf(message, typeof data === 'string' ? data : undefined);
}

async function callFirst(
  rpc: Rpc,
  calls: readonly Call[],
  { tag, number }: Base,
  overrides: Overrides | undefined,
): Promise<Simulation> {
  try {
    const more = overrides === undefined ? [] : [overrides];
    await rpc.request('eth_call', [calls[0], tag, ...more]);
    return {
      outcome: 'succeeds',
      block: await number,
      ...(calls.length > 1 ? { isFirstOnly: true } : {}),
    };
  } catch (error) {
    if (!(error instanceof NodeError)) return { outcome: 'unknown' };
    return fails(await number, callFailure(error), 0);
  }
}
