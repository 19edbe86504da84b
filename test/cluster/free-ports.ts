import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which the system chooses ports of outgoing connections: a restarted program
 * must not find its port taken by an outgoing connection.
 */
const RANGE = [20_000, 32_000] as const;

/** Returns TCP ports on 127.0.0.1 that stay free for programs that restart on them. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(...RANGE);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
