import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below those that the system uses for outgoing connections. Otherwise an outgoing connection
 * could take a port before a program listens on it or restarts.
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
