import type { Wait } from '../../../shared/ports.ts';

/** The window shows by then what a request does, or that it can't be explained. */
export const INSPECTION_MS = 2_000;

/** Inspections of one request in one form. */
interface Inspections<Result> {
  running?: Promise<Result>;
  /** Newest result. */
  last?: Result;
  /** True when the newest result came too late for the call that asked for it. */
  isLate?: boolean;
}

/**
 * Limits the time of inspections, which ask nodes and other servers. A late inspection goes on, and
 * its result answers the next call.
 */
export function createTimedInspection<Result>(deps: { wait: Wait }) {
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

  return {
    /**
     * Returns the result for a request in one form (`mark`). After `INSPECTION_MS` returns the
     * result before, or `undefined` without one. Forgets requests that aren't open.
     */
    async run(
      { id, mark, open }: { id: string; mark: string; open: readonly { id: string }[] },
      inspect: () => Promise<Result>,
    ): Promise<Result | undefined> {
      for (const key of known.keys()) {
        if (!open.some((draft) => key.startsWith(`${draft.id} `))) known.delete(key);
      }
      const key = `${id} ${mark}`;
      const current = known.get(key) ?? {};
      known.set(key, current);
      if (current.isLate !== true) {
        const late = deps.wait(INSPECTION_MS).then(() => undefined);
        await Promise.race([current.running ?? begin(current, inspect), late]);
      }
      current.isLate = false;
      return current.last;
    },
  };
}
