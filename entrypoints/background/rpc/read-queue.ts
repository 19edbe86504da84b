/** Maximum number of one site's reads that wait for the node at a time. */
const MAX_AT_ONCE = 16;

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

export type ReadQueue = ReturnType<typeof createReadQueue>;

/**
 * Limits the concurrent reads per site. A page that sends thousands of reads can't delay the wallet
 * or other sites.
 */
export function createReadQueue() {
  const lines = new Map<string, Line>();

  function leave(site: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      // Passes the slot to the next read.
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(site);
  }

  return {
    /** Runs `read` as soon as the site has room. */
    async run(site: string, read: () => Promise<unknown>): Promise<unknown> {
      const line = lines.get(site) ?? { running: 0, waiting: new Set() };
      lines.set(site, line);
      if (line.running < MAX_AT_ONCE) line.running += 1;
      else await new Promise<void>((resolve) => line.waiting.add(resolve));
      try {
        return await read();
      } finally {
        leave(site, line);
      }
    },
  };
}
