import { hasCode } from '../../../shared/errors.ts';
import type { Wait } from '../../../shared/ports.ts';
import { multicall, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type ValueCall, valueCallsOf } from './allowance-calls.ts';
import type { createFailureMarks } from './failure-marks.ts';
import type { FoundAllowance } from './keys.ts';

/** Maximum milliseconds to wait for a shared request, and for a request to one contract. */
const MAX_CONTRACT_MS = 4_000;

/**
 * Creates a reader for contracts that may be hostile. The reader limits time and size, and never
 * rejects.
 */
export function createContractReader(deps: {
  readonly rpc: Rpc;
  readonly wait: Wait;
  readonly marks: ReturnType<typeof createFailureMarks>;
  /** Called with the results of an allowance's calls when the first call was answered. */
  readonly keep: (one: FoundAllowance, results: readonly unknown[]) => void;
}) {
  const { rpc, wait, marks, keep } = deps;

  /** Resolves to undefined after the time limit. */
  const inTime = <Answer>(answer: Promise<Answer>) =>
    Promise.race([answer, wait(MAX_CONTRACT_MS).then(() => undefined)]);

  /**
   * Reads several contracts in one request; returns the allowances whose answers are incomplete.
   */
  async function readTogether(some: readonly FoundAllowance[]): Promise<FoundAllowance[]> {
    const calls = some.map((one) =>
      valueCallsOf(one).filter((call) => !marks.isActive(callKey(call))),
    );
    const reading = multicall(rpc, { contracts: calls.flat() });
    const answers = await inTime(reading).catch(() => undefined);
    if (answers === undefined) return [...some];
    const results = new Map(calls.flat().map((call, i) => [callKey(call), answers[i]?.result]));
    return some.filter((one, i) => {
      const values = valueCallsOf(one).map((call) => results.get(callKey(call)));
      if (values[0] !== undefined) keep(one, values);
      return calls[i]?.some((call) => results.get(callKey(call)) === undefined);
    });
  }

  /** Reads a contract in separate requests, because a contract can burn gas or return megabytes. */
  async function readAlone(contract: string, some: readonly FoundAllowance[]): Promise<void> {
    async function read(): Promise<boolean> {
      for (const one of some) {
        const values: unknown[] = [];
        for (const call of valueCallsOf(one)) {
          const value = marks.isActive(callKey(call)) ? undefined : await readOne(call);
          values.push(value);
        }
        if (values[0] !== undefined) keep(one, values);
      }
      return true;
    }
    const isDone = await inTime(read()).catch(() => undefined);
    if (isDone === undefined) marks.add(contract);
    else marks.end(contract);
  }

  /** @throws RpcError when the node doesn't respond */
  async function readOne(call: ValueCall): Promise<unknown> {
    try {
      const value = await readContract(rpc, call);
      marks.end(callKey(call));
      return value;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      marks.add(callKey(call));
      return undefined;
    }
  }

  return { readTogether, readAlone };
}

export const isUnreachable = (error: unknown): boolean => hasCode(error, 'chainUnreachable');

export const callKey = ({ address, functionName, args }: ValueCall): string =>
  [address, functionName, ...args].join(':');
