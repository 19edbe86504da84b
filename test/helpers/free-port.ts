import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The range is below that from which the system takes ports for outgoing connections. Otherwise a
 * program that starts later, or again, might find its port taken by an outgoing connection.
 */
const RANGE = [20_000, 32_000] as const;

/** Returns a TCP port on 127.0.0.1 that no process listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(...RANGE);
  return (await isFree(port)) ? port : freePort();
}

/** Returns several ports on 127.0.0.1 that no process listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
