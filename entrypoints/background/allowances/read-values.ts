import { hasCode } from '../../../shared/errors.ts';
import { allowanceKey } from '../../../shared/messages/allowances.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { secondsOf } from '../../../shared/units.ts';
import { multicall, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { FoundAllowance } from '../state/allowance-schemas.ts';
import { type Call, callsOf, type PresentAllowance, presentIn } from './allowance-calls.ts';

/** Calls to unknown contracts in one request: one of them can use up the gas of the others. */
const UNKNOWN_AT_ONCE = 30;
/** Unknown contracts that are asked alone at the same time. */
const ALONE_AT_ONCE = 4;
/** Longest wait for a shared request, and for one unknown contract, in milliseconds. */
const MAX_CONTRACT_MS = 4_000;
/** Longest wait of a list for unknown contracts, in milliseconds. */
const MAX_LIST_MS = 1_500;
/** Milliseconds before values of unknown contracts are read again. */
const AGAIN_MS = { own: 20_000, other: 120_000 };
/** Milliseconds before a contract that failed is asked again; they double with each failure. */
const RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;
/** Values kept: more than the limits of what is found. */
const MAX_KEPT = 4_000;

interface Known {
  readonly present: PresentAllowance | undefined;
  readonly at: number;
}

interface Mark {
  readonly until: number;
  readonly failures: number;
}

export type ValueReader = ReturnType<typeof createValueReader>;

/**
 * Reads the present values of allowances: those of trusted tokens at once, those of other contracts
 * progressively. Zero, an ended one, and a contract that never answered become `undefined`.
 */
export function createValueReader(deps: {
  readonly rpc: Rpc;
  readonly clock: Clock;
  readonly wait: Wait;
  /** Built-in and listed tokens, whose code is harmless. */
  readonly isTrusted: (token: string) => boolean;
}) {
  const { rpc, clock, wait } = deps;
  /** Values of unknown contracts as last read, by allowance. */
  const known = new Map<string, Known>();
  /** Contracts that failed, and calls that a contract answered with an error. */
  const marks = new Map<string, Mark>();
  let round: Promise<void> | undefined;
  let version = 0;
  let unread = 0;

  const isMarked = (key: string) => (marks.get(key)?.until ?? 0) > clock.now();

  function mark(key: string): void {
    const failures = (marks.get(key)?.failures ?? 0) + 1;
    const pause = Math.min(RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    marks.delete(key);
    marks.set(key, { failures, until: clock.now() + pause });
    forgetOldest(marks);
  }

  function keep(one: FoundAllowance, results: readonly unknown[]): void {
    const key = allowanceKey(one);
    const at = clock.now();
    known.delete(key);
    known.set(key, { present: presentIn(one, results, secondsOf(at)), at });
    forgetOldest(known);
    version += 1;
  }

  /** @throws RpcError when the node doesn't respond */
  async function readTrusted(calls: readonly Call[]): Promise<unknown[]> {
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

  /** Resolves to undefined when the answer takes longer than a contract may take. */
  const inTime = <Answer>(answer: Promise<Answer>) =>
    Promise.race([answer, wait(MAX_CONTRACT_MS).then(() => undefined)]);

  /** Reads contracts that may be hostile in one request; returns those that it didn't read whole. */
  async function readTogether(some: readonly FoundAllowance[]): Promise<FoundAllowance[]> {
    const calls = some.map((one) => callsOf(one).filter((call) => !isMarked(keyOf(call))));
    const reading = multicall(rpc, { contracts: calls.flat() });
    const answers = await inTime(reading).catch(() => undefined);
    if (answers === undefined) return [...some];
    const results = new Map(calls.flat().map((call, i) => [keyOf(call), answers[i]?.result]));
    return some.filter((one, i) => {
      const values = callsOf(one).map((call) => results.get(keyOf(call)));
      if (values[0] !== undefined) keep(one, values);
      return calls[i]?.some((call) => results.get(keyOf(call)) === undefined);
    });
  }

  /** Asks one contract alone, which burns gas or returns megabytes for itself only. */
  async function readAlone(contract: string, some: readonly FoundAllowance[]): Promise<void> {
    async function read(): Promise<boolean> {
      for (const one of some) {
        const values: unknown[] = [];
        for (const call of callsOf(one)) {
          const value = isMarked(keyOf(call)) ? undefined : await readOne(call);
          values.push(value);
        }
        if (values[0] !== undefined) keep(one, values);
      }
      return true;
    }
    const isDone = await inTime(read()).catch(() => undefined);
    if (isDone === undefined) mark(contract);
    else marks.delete(contract);
  }

  /** @throws RpcError when the node doesn't respond */
  async function readOne(call: Call): Promise<unknown> {
    try {
      const value = await readContract(rpc, call);
      marks.delete(keyOf(call));
      return value;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      mark(keyOf(call));
      return undefined;
    }
  }

  /** Contracts that never failed share requests and come first, in the given order. */
  async function readUnknown(due: readonly FoundAllowance[]): Promise<void> {
    const hasFailed = ({ token }: FoundAllowance) => marks.has(token);
    const left = due.filter(hasFailed);
    for (const part of partsOf(due.filter((one) => !hasFailed(one))))
      left.push(...(await readTogether(part)));
    const queue = [...Map.groupBy(left, ({ token }) => token)];
    const lane = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        await readAlone(...next);
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, lane));
  }

  function isDue(one: FoundAllowance): boolean {
    if (isMarked(one.token)) return false;
    const { at } = known.get(allowanceKey(one)) ?? {};
    const again = one.isOwn === true ? AGAIN_MS.own : AGAIN_MS.other;
    if (at !== undefined) return clock.now() >= at + again;
    const [first] = callsOf(one);
    return first !== undefined && !isMarked(keyOf(first));
  }

  /** Reads what the account itself granted first. */
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

  /** @throws RpcError when the node doesn't respond */
  async function trustedValues(found: readonly FoundAllowance[]) {
    const trusted = found.filter(({ token }) => deps.isTrusted(token));
    const calls = trusted.map(callsOf);
    const results = await readTrusted(calls.flat());
    const values = new Map<FoundAllowance, PresentAllowance | undefined>();
    let at = 0;
    for (const [index, one] of trusted.entries()) {
      const count = calls[index]?.length ?? 0;
      values.set(one, presentIn(one, results.slice(at, at + count), secondsOf(clock.now())));
      at += count;
    }
    return values;
  }

  return {
    /** Returns the values of trusted tokens alone. @throws RpcError when the node doesn't respond */
    trusted: trustedValues,

    /**
     * Returns the values of trusted tokens, and those of other contracts as last read. Waits for
     * these only shortly, and goes on reading.
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

    /** Returns a number that differs when a later read returns other values. */
    version: () => version,

    isReading: () => round !== undefined,

    /** Number of contracts that haven't answered yet. */
    unread: () => unread,
  };
}

const isUnreachable = (error: unknown): boolean => hasCode(error, 'chainUnreachable');

const keyOf = ({ address, functionName, args }: Call): string =>
  [address, functionName, ...args].join(':');

/** Parts whose calls fit into one request. */
function partsOf(found: readonly FoundAllowance[]): FoundAllowance[][] {
  const parts: FoundAllowance[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const one of found) {
    const { length } = callsOf(one);
    if (count + length > UNKNOWN_AT_ONCE) {
      parts.push([]);
      count = 0;
    }
    parts.at(-1)?.push(one);
    count += length;
  }
  return parts;
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest);
}
