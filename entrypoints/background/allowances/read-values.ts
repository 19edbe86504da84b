import { allowanceKey } from '../../../shared/messages/allowances.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { secondsOf } from '../../../shared/units.ts';
import { multicall, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import {
  type PresentAllowance,
  presentIn,
  type ValueCall,
  valueCallsOf,
} from './allowance-calls.ts';
import { callKey, createContractReader, isUnreachable } from './contract-reader.ts';
import { createFailureMarks, forgetOldest } from './failure-marks.ts';
import type { FoundAllowance } from './keys.ts';

/**
 * Number of unknown contracts' calls in one request. The number is low, because each call can use
 * up the gas of the others.
 */
const UNKNOWN_AT_ONCE = 30;
/** Number of unknown contracts that are read alone at the same time. */
const ALONE_AT_ONCE = 4;
/** Maximum milliseconds that a list waits for unknown contracts. */
const MAX_LIST_MS = 1_500;
/** Milliseconds before values of unknown contracts are read again. */
const AGAIN_MS = { own: 20_000, other: 120_000 };
interface Known {
  readonly present: PresentAllowance | undefined;
  readonly at: number;
}

export type ValueReader = ReturnType<typeof createValueReader>;

/**
 * Reads the current values of allowances: immediately for trusted tokens, in the background for
 * other contracts. A value is `undefined` if it is zero or ended, or if the contract never
 * answered.
 */
export function createValueReader(deps: {
  readonly rpc: Rpc;
  readonly clock: Clock;
  readonly wait: Wait;
  /** Built-in and listed tokens, whose code is harmless. */
  readonly isTrusted: (token: string) => boolean;
}) {
  const { rpc, clock, wait } = deps;
  /** Values of unknown contracts when last read, by allowance. */
  const known = new Map<string, Known>();
  const marks = createFailureMarks(clock);
  let round: Promise<void> | undefined;
  let version = 0;
  let unread = 0;

  function keep(one: FoundAllowance, results: readonly unknown[]): void {
    const key = allowanceKey(one);
    const at = clock.now();
    known.delete(key);
    known.set(key, { present: presentIn(one, results, secondsOf(at)), at });
    forgetOldest(known);
    version += 1;
  }

  const contracts = createContractReader({ rpc, wait, marks, keep });

  /** Reads in shared requests first. Contracts that failed, now or before, are then read alone. */
  async function readUnknown(due: readonly FoundAllowance[]): Promise<void> {
    const hasFailed = ({ token }: FoundAllowance) => marks.has(token);
    const left = due.filter(hasFailed);
    for (const part of partsOf(due.filter((one) => !hasFailed(one))))
      left.push(...(await contracts.readTogether(part)));
    const queue = [...Map.groupBy(left, ({ token }) => token)];
    const lane = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        await contracts.readAlone(...next);
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, lane));
  }

  function isDue(one: FoundAllowance): boolean {
    if (marks.isActive(one.token)) return false;
    const { at } = known.get(allowanceKey(one)) ?? {};
    const again = one.isOwn === true ? AGAIN_MS.own : AGAIN_MS.other;
    if (at !== undefined) return clock.now() >= at + again;
    const [first] = valueCallsOf(one);
    return first !== undefined && !marks.isActive(callKey(first));
  }

  /** Reads the due allowances in the background, the account's own grants first. */
  async function readDue(unknown: readonly FoundAllowance[]): Promise<void> {
    const due = unknown.filter(isDue);
    if (due.length > 0)
      round ??= readUnknown([
        ...due.filter(({ isOwn }) => isOwn === true),
        ...due.filter(({ isOwn }) => isOwn !== true),
      ]).finally(() => {
        round = undefined;
        version += 1;
      });
    if (round !== undefined) await Promise.race([round, wait(MAX_LIST_MS)]);
  }

  const trustedValues = (found: readonly FoundAllowance[]) =>
    readTrusted(
      rpc,
      found.filter(({ token }) => deps.isTrusted(token)),
      secondsOf(clock.now()),
    );

  return {
    /** Reads the values of trusted tokens only. @throws RpcError when the node doesn't respond */
    trusted: trustedValues,

    /**
     * Returns the current values of trusted tokens, and the last known values of other contracts.
     * Waits up to `MAX_LIST_MS` for other contracts, then reads them in the background.
     * @throws RpcError when the node doesn't respond about trusted tokens
     */
    async read(
      found: readonly FoundAllowance[],
    ): Promise<readonly (PresentAllowance | undefined)[]> {
      const values = await trustedValues(found);
      const unknown = found.filter((one) => !values.has(one));
      if (unknown.length > 0) await readDue(unknown);
      const missing = unknown.filter((one) => !known.has(allowanceKey(one)));
      unread = new Set(missing.map(({ token }) => token)).size;
      return found.map((one) =>
        values.has(one) ? values.get(one) : known.get(allowanceKey(one))?.present,
      );
    },

    version: () => version,

    isReading: () => round !== undefined,

    unread: () => unread,
  };
}

/** Splits allowances into parts whose calls fit into one request. */
function partsOf(found: readonly FoundAllowance[]): FoundAllowance[][] {
  const parts: FoundAllowance[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const one of found) {
    const { length } = valueCallsOf(one);
    if (count + length > UNKNOWN_AT_ONCE) {
      parts.push([]);
      count = 0;
    }
    parts.at(-1)?.push(one);
    count += length;
  }
  return parts;
}

/**
 * Reads the values of tokens whose code is trusted.
 * @throws RpcError when the node doesn't respond
 */
async function readTrusted(
  rpc: Rpc,
  trusted: readonly FoundAllowance[],
  now: number,
): Promise<ReadonlyMap<FoundAllowance, PresentAllowance | undefined>> {
  const calls = trusted.map(valueCallsOf);
  const results = await resultsOf(rpc, calls.flat());
  let at = 0;
  return new Map(
    trusted.map((one, index) => {
      const from = at;
      at += calls[index]?.length ?? 0;
      return [one, presentIn(one, results.slice(from, at), now)] as const;
    }),
  );
}

async function resultsOf(rpc: Rpc, calls: readonly ValueCall[]): Promise<unknown[]> {
  const answers = await multicall(rpc, { contracts: calls }).catch(() => undefined);
  if (answers !== undefined) return answers.map(({ result }) => result);
  // Some networks have no multicall contract.
  const results: unknown[] = [];
  for (const call of calls)
    results.push(
      await readContract(rpc, call).catch((error) => {
        if (isUnreachable(error)) throw error;
      }),
    );
  return results;
}
