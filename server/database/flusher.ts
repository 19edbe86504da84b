export interface Flusher {
  /** Resolves after a sync that started after this call. */
  flush(): Promise<void>;
}

/**
 * Lets writers share syncs: all writers that arrive during a sync wait for the next sync together.
 * After a failed sync, the state of the file is unknown, so every later sync fails.
 */
export function createFlusher(sync: () => Promise<void>): Flusher {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function start(): Promise<void> {
    const promise = sync();
    running = promise;
    const done = () => {
      if (running === promise) running = undefined;
    };
    promise.then(done, () => undefined);
    return promise;
  }

  return {
    flush() {
      if (running === undefined) return start();
      next ??= running.then(() => {
        next = undefined;
        return start();
      });
      return next;
    },
  };
}
