/** Runs one task at a time, in the order of the calls. A failed task doesn't stop the next one. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
