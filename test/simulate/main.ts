import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from '../../server/command-line.ts';
import { simulateCapacity } from './capacity.ts';

const MILLION = 1_000_000;
/** Default duration of a simulated hour in seconds. A day takes 72 seconds. */
const SECONDS_PER_HOUR = 3;

function readOptions(args: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { accounts: { type: 'string' }, seconds: { type: 'string' } },
  });
  if (positionals.length !== 1 || positionals[0] !== 'capacity')
    throw new UsageError('it simulates capacity');
  return {
    accounts: wholeNumber('--accounts', values.accounts ?? String(MILLION), 1_000),
    secondsPerHour: wholeNumber('--seconds', values.seconds ?? String(SECONDS_PER_HOUR), 1),
  };
}

function wholeNumber(flag: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least)
    throw new UsageError(`${flag} takes a whole number of at least ${least}`);
  return value;
}

// Exits on a signal, so that the exit handlers stop PostgreSQL and delete its data.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const USAGE = 'npm run simulate -- capacity [--accounts 1000000] [--seconds 3]';
await simulateCapacity(readCommandLine(USAGE, readOptions)).catch((error: unknown) => {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
