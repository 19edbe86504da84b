import { createServer } from 'node:net';
import { ConfigError } from '../../server/config-error.ts';
import { CondorError } from '../../shared/errors.ts';

/**
 * Reads a port from the environment; 0 means any free port.
 * @throws ConfigError with the variable, its value and the allowed values
 */
export function readPort(variable: string, fallback: number): number {
  return readWhole(variable, fallback, 65_535);
}

/**
 * Reads a whole number from the environment; returns the fallback if the variable is unset.
 * @throws ConfigError with the variable, its value and the allowed values
 */
export function readWhole(variable: string, fallback: number, maximum: number): number {
  const text = process.env[variable];
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= maximum))
    throw new ConfigError(variable, text, `a whole number from 0 to ${maximum}`);
  return value;
}

export function portInUse(variable: string, port: number): CondorError<'PORT_IN_USE'> {
  return new CondorError(
    'PORT_IN_USE',
    `port ${port} is in use; end what runs there or set ${variable} to another port`,
    { details: { port, variable } },
  );
}

/** Checks the port in advance, so that the error appears before anything is started. */
export async function requireFreePort(variable: string, port: number, host: string): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(portInUse(variable, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Prints an error in one line on stderr, and exits. */
export function fail(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error);
  console.error(`condor: ${text.split('\n')[0]}`);
  process.exit(1);
}
