import type { Clock } from '../../../shared/ports.ts';
import { RepeatedError, type RpcErrorBody, rpcErrorBody } from '../../../shared/rpc/codes.ts';
import type { Stored } from '../kernel/stored.ts';
import type { LedgerRow } from './keys.ts';

/** Long enough for a page to reconnect after the worker died. Answers hold no secret. */
const KEPT_MS = 10 * 60_000;
/** Answers kept for one origin. A newer answer replaces the oldest. */
const MAX_PER_ORIGIN = 16;

export type Ledger = ReturnType<typeof createLedger>;

/** A request's origin, and a key that stays the same when the page sends it again. */
interface Question {
  readonly key: string;
  readonly origin: string;
}

/** How a request ended. */
interface Ended {
  readonly answer?: unknown;
  readonly error?: RpcErrorBody;
}

interface Run {
  readonly answer: Promise<unknown>;
  /** True when the user was asked: then the answer must survive the worker. */
  wasAsked: boolean;
}

/**
 * Answers of requests that must not run twice, kept across worker death: a page that repeats a
 * request gets the same answer and no second prompt. Each answer has its own storage key, so the
 * cost of a write doesn't grow. A request without a prompt isn't stored.
 */
export function createLedger(deps: {
  /** Storage slots for answers, reused in turn. */
  slots: readonly Stored<LedgerRow>[];
  clock: Clock;
  /** Returns the answer that another store has: the hash of a broadcast transaction. */
  answerTo: (key: string) => unknown;
}) {
  const rows: (LedgerRow | undefined)[] = deps.slots.map(() => undefined);
  const running = new Map<string, Run>();

  const isFresh = (row: LedgerRow) => row.at >= deps.clock.now() - KEPT_MS;

  /** Returns the slot for an origin's next answer: a free one, or the slot of the oldest answer. */
  function slotFor(origin: string): number {
    const used = rows.flatMap((row, index) =>
      row !== undefined && isFresh(row) ? [{ ...row, index }] : [],
    );
    const same = used.filter((row) => row.origin === origin);
    const free = rows.findIndex((row) => row === undefined || !isFresh(row));
    if (same.length < MAX_PER_ORIGIN && free !== -1) return free;
    const crowd = same.length < MAX_PER_ORIGIN ? used : same;
    return crowd.reduce((oldest, row) => (row.at < oldest.at ? row : oldest)).index;
  }

  async function record({ key, origin }: Question, ended: Ended): Promise<void> {
    if (running.get(key)?.wasAsked !== true) return;
    const index = slotFor(origin);
    const row = { key, origin, at: deps.clock.now(), ...ended };
    rows[index] = row;
    await deps.slots[index]?.write(row);
  }

  async function run(question: Question, work: () => Promise<unknown>): Promise<unknown> {
    try {
      const answer = await work();
      await record(question, { answer });
      return answer;
    } catch (error) {
      // A rejection is an answer too: the user must not be asked again. The page receives it either
      // way.
      await record(question, { error: rpcErrorBody(error) }).catch(() => undefined);
      throw error;
    } finally {
      running.delete(question.key);
    }
  }

  return {
    async restore(): Promise<void> {
      const found = await Promise.all(deps.slots.map((slot) => slot.read()));
      rows.splice(0, rows.length, ...found);
    },

    /** Records that the user is asked about a running request. */
    markAsked(key: string): void {
      const current = running.get(key);
      if (current !== undefined) current.wasAsked = true;
    },

    /** Runs `work` once for a key: a second call waits for the first or gets its stored answer. */
    once(question: Question, work: () => Promise<unknown>): Promise<unknown> {
      const { key } = question;
      const row = rows.find((known) => known?.key === key);
      if (row?.error !== undefined) return Promise.reject(new RepeatedError(row.error));
      if (row !== undefined) return Promise.resolve(row.answer);
      const current = running.get(key);
      if (current !== undefined) return current.answer;
      const sent = deps.answerTo(key);
      if (sent !== undefined) return Promise.resolve(sent);
      // Registered first: the work can ask the user in its first step.
      const answer = Promise.resolve().then(() => run(question, work));
      running.set(key, { answer, wasAsked: false });
      return answer;
    },
  };
}
