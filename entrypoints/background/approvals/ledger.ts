import type { Clock } from '../../../shared/ports.ts';
import { RepeatedError, type RpcErrorBody, rpcErrorBody } from '../../../shared/rpc/codes.ts';
import type { Stored } from '../kernel/stored.ts';
import type { LedgerRow } from './keys.ts';

/**
 * Milliseconds for which an answer is kept, so that a page can reconnect after the worker died.
 * Answers contain no secret.
 */
const KEPT_MS = 10 * 60_000;
/** Maximum number of answers for one origin. A newer answer replaces the oldest. */
const MAX_PER_ORIGIN = 16;

export type Ledger = ReturnType<typeof createLedger>;

/** A request's origin, and the key under which the page sends it again. */
interface Question {
  readonly key: string;
  readonly origin: string;
}

interface Ended {
  readonly answer?: unknown;
  readonly error?: RpcErrorBody;
}

interface Run {
  readonly answer: Promise<unknown>;
  /** True when the user was asked, so that the answer must survive the worker. */
  wasAsked: boolean;
}

/**
 * Stores the answers of requests that must not run twice. A page that repeats a request, even to a
 * new worker, gets the same answer without a second prompt. Each answer has its own storage key, so
 * the cost of a write doesn't grow. Requests without a prompt aren't stored.
 */
export function createLedger(deps: {
  slots: readonly Stored<LedgerRow>[];
  clock: Clock;
  /** Returns an answer that is stored elsewhere: the hash of a broadcast transaction. */
  answerTo: (key: string) => unknown;
}) {
  const rows: (LedgerRow | undefined)[] = deps.slots.map(() => undefined);
  const running = new Map<string, Run>();

  const isFresh = (row: LedgerRow) => row.at >= deps.clock.now() - KEPT_MS;

  /** Returns a free slot, or the slot with the origin's oldest answer. */
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
      // A rejection is stored, too, so that the user isn't asked again. The page receives the
      // rejection even if storing it fails.
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

    /**
     * Runs `work` once for a key. A second call waits for the first call or gets the stored answer.
     */
    once(question: Question, work: () => Promise<unknown>): Promise<unknown> {
      const { key } = question;
      const row = rows.find((known) => known?.key === key);
      if (row?.error !== undefined) return Promise.reject(new RepeatedError(row.error));
      if (row !== undefined) return Promise.resolve(row.answer);
      const current = running.get(key);
      if (current !== undefined) return current.answer;
      const sent = deps.answerTo(key);
      if (sent !== undefined) return Promise.resolve(sent);
      // The work starts after its registration, because its first step can ask the user.
      const answer = Promise.resolve().then(() => run(question, work));
      running.set(key, { answer, wasAsked: false });
      return answer;
    },
  };
}
