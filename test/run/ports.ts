import { createServer } from 'node:net';
import { ConfigError } from '../../server/config-error.ts';
import { CondorError } from '../../shared/errors.ts';

/**
 * A port out of the environment; 0 means any free one.
 * @throws ConfigError naming the variable, what it holds and what is allowed
 */
export function readPort(variable: string, fallback: number): number {
  return readWhole(variable, fallback, 65_535);
}

/**
 * A whole number out of the environment; the fallback when it is not set.
 * @throws ConfigError naming the variable, what it holds and what is allowed
 */
export function readWhole(variable: string, fallback: number, maximum: number): number {
  const text = process.env[variable];
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= maximum))
    throw new ConfigError(variable, text, `a whole number from 0 to ${maximum}`);
  return value;
}

/** The line for a port that is taken. */
export function portInUse(variable: string, port: number): CondorError<'PORT_IN_USE'> {
  return new CondorError(
    'PORT_IN_USE',
    `port ${port} is in use; end what runs there or set ${variable} to another port`,
    { details: { port, variable } },
  );
}

/** Tries the port now, so that everything can be refused before anything is started. */
export async function requireFreePort(variable: string, port: number, host: string): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(portInUse(variable, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** One line on stderr for what went wrong, and the end. */
export function fail(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error);
  console.error(`condor: ${text.split('\n')[0]}`);
  process.exit(1);
}
