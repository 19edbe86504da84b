/** A task that repeats until it is stopped. */
export interface Loop {
  /** Runs the task now, or after a run in progress. Resolves when the new run has ended. */
  wake(): Promise<void>;
  /** Ends the loop after the current run. */
  stop(): Promise<void>;
}

/**
 * Repeats a task with a pause between runs, one run at a time. The task must not throw. The task
 * itself keeps its status for health checks.
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
