import type { FastifyBaseLogger } from 'fastify';

/** Minimum milliseconds between two lines about one kind of error. */
const PAUSE_MS = 1000;

export type FaultLog = (
  log: Pick<FastifyBaseLogger, 'error'>,
  message: string,
  error: unknown,
) => void;

/**
 * Creates a log for failures that every request of an outage repeats. The first failure is logged
 * immediately. After that, one line per second has the latest error and `count`, the number of
 * failures since the last line. `describe` returns the members of a line.
 */
export function createFaultLog(describe: (error: unknown) => object): FaultLog {
  const waiting = new Map<string, { count: number; write(count: number): void }>();

  function waitFor(key: string): void {
    setTimeout(() => {
      const kind = waiting.get(key);
      if (kind === undefined || kind.count === 0) {
        waiting.delete(key);
        return;
      }
      kind.write(kind.count);
      kind.count = 0;
      waitFor(key);
    }, PAUSE_MS).unref();
  }

  return (log, message, error) => {
    const key = `${message} ${kindOf(error)}`;
    const write = (count: number) => log.error({ ...describe(error), count }, message);
    const kind = waiting.get(key);
    if (kind === undefined) {
      write(1);
      waiting.set(key, { count: 0, write });
      waitFor(key);
    } else {
      kind.count++;
      kind.write = write;
    }
  };
}

/** Returns the names and codes of an error and its causes, which contain no client input. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${kindOf(error.cause)}`;
}
