import type { Clock, Wait } from '../../../../shared/ports.ts';

/** The window shows by then what a request does, or what is known of it. */
export const INSPECTION_MS = 2_000;

/** After this time, the window says that the network is too slow. */
const LATE_MS = 8_000;

/** A request that can't be explained for so long is given up. */
export const GIVE_UP_MS = 60_000;

/** The network didn't respond in time to explain a request. */
export class UnansweredError extends Error {}

/** Inspections of one request in one form. */
interface Inspections<Result> {
  running?: Promise<Result>;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Newest result. */
  last?: Result;
  /** True when the newest result came too late for the call that asked for it. */
  isLate?: boolean;
}

/**
 * Limits the time of inspections, which ask nodes and other servers. A late inspection goes on, and
 * its result answers the next call.
 */
export function createTimedInspection<Result>(deps: { wait: Wait; clock: Clock }) {
  const known = new Map<string, Inspections<Result>>();

  function begin(current: Inspections<Result>, inspect: () => Promise<Result>) {
    const running = inspect().then((result) => {
      current.last = result;
      current.isLate = true;
      return result;
    });
    current.running = running;
    const end = () => {
      delete current.running;
    };
    running.then(end, end);
    return running;
  }

  const keyOf = ({ id, mark }: { id: string; mark: string }) => `${id} ${mark}`;

  return {
    /** Returns true for a request whose first inspection takes unusually long. */
    isLate: (asked: { id: string; mark: string }): boolean =>
      deps.clock.now() - (known.get(keyOf(asked))?.since ?? deps.clock.now()) >= LATE_MS,

    /**
     * Returns the result for a request in one form (`mark`). After `INSPECTION_MS` returns the
     * result before, or `undefined` without one. Forgets requests that aren't open.
     * @throws UnansweredError for a request without any result after `GIVE_UP_MS`
     */
    async run(
      asked: { id: string; mark: string; open: readonly { id: string }[] },
      inspect: () => Promise<Result>,
    ): Promise<Result | undefined> {
      for (const key of known.keys()) {
        if (!asked.open.some((draft) => key.startsWith(`${draft.id} `))) known.delete(key);
      }
      const key = keyOf(asked);
      const current = known.get(key) ?? { since: deps.clock.now() };
      known.set(key, current);
      if (current.isLate !== true) {
        const late = deps.wait(INSPECTION_MS).then(() => undefined);
        await Promise.race([current.running ?? begin(current, inspect), late]);
      }
      current.isLate = false;
      if (current.last === undefined && deps.clock.now() - current.since >= GIVE_UP_MS) {
        throw new UnansweredError();
      }
      return current.last;
    },
  };
}
