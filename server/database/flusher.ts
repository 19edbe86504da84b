export interface Flusher {
  /** Resolves after a sync that began after this call. */
  flush(): Promise<void>;
}

/**
 * Lets writers share syncs: while one runs, all that arrive wait for the next one together. A
 * failed sync leaves the file's state unknown, so every later one fails too.
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
