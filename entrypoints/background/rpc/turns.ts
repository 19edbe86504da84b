/** Runs the work of many sites in turns. */
export interface Turns {
  /** Runs `work` now if nothing waits, otherwise when it is the site's turn. */
  take(site: string, work: () => void): void;
}

/**
 * Gives sites their turns one after the other, each in a separate task: another site's request
 * waits for at most one turn of a busy page.
 */
export function createTurns(nextTask: (run: () => void) => void): Turns {
  /** Waiting work by site. The first site is the next one. */
  const waiting = new Map<string, Set<() => void>>();
  let isScheduled = false;

  function schedule(): void {
    isScheduled = true;
    nextTask(turn);
  }

  function turn(): void {
    const [next] = waiting;
    if (next === undefined) {
      isScheduled = false;
      return;
    }
    schedule();
    const [site, queue] = next;
    const [work] = queue;
    waiting.delete(site);
    if (work === undefined) return;
    queue.delete(work);
    if (queue.size > 0) waiting.set(site, queue);
    work();
  }

  return {
    take(site, work) {
      if (!isScheduled) {
        schedule();
        work();
        return;
      }
      const queue = waiting.get(site) ?? new Set();
      queue.add(work);
      waiting.set(site, queue);
    },
  };
}
