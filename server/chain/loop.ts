/** Work that repeats until it is stopped. */
export interface Loop {
  /** Runs the work soon, without waiting for its turn; the answer is that run's end. */
  wake(): Promise<void>;
  /** Ends the loop and waits for a run that is under way. */
  stop(): Promise<void>;
}

/**
 * Repeats work with a pause between runs, one run at a time. The work must not throw: it keeps its
 * own status, for whoever asks about its health.
 */
export function startLoop(work: () => Promise<void>, pauseMs: number): Loop {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  function run(): Promise<void> {
    clearTimeout(timer);
    const current = work().finally(() => {
      running = undefined;
      if (!isStopped) timer = setTimeout(run, pauseMs);
    });
    running = current;
    return current;
  }

  timer = setTimeout(run, 0);
  return {
    wake: async () => {
      await running;
      if (!isStopped) await (running ?? run());
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
