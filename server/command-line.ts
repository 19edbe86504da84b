import { parseArgs } from 'node:util';
import { CondorError } from '../shared/errors.ts';

/** Thrown for a command line that doesn't fit the command. The message is one line. */
export class UsageError extends CondorError<'usage'> {
  constructor(problem: string, options?: { cause?: unknown }) {
    super('usage', problem, options);
  }
}

/**
 * Parses the arguments of this process. Prints the usage and exits with 0 for `--help`, and with 2
 * when `parse` throws a UsageError or an error of `node:util` parseArgs. Call this function before
 * anything is read, written or started.
 */
export function readCommandLine<T>(usage: string, parse: (args: readonly string[]) => T): T {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    process.stdout.write(`usage: ${usage}\n`);
    process.exit(0);
  }
  try {
    return parse(args);
  } catch (error) {
    const { message } = usageError(error);
    process.stderr.write(`condor: ${message}; usage: ${usage}\n`);
    process.exit(2);
  }
}

/** Parses the arguments of a command that takes no arguments. */
export function noArguments(args: readonly string[]): void {
  parseArgs({ args: [...args] });
}

export function oneArgument(args: readonly string[]): string {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [first] = positionals;
  if (first === undefined || positionals.length > 1)
    throw new UsageError(`it takes one argument, not ${positionals.length}`);
  return first;
}

/** Returns true for `--help` or `-h`, except after `--`. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.some((arg) => arg === '--help' || arg === '-h');
}

/** Converts an error of `node:util` parseArgs to a UsageError; throws any other error. */
export function usageError(error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  if (!(error instanceof TypeError)) throw error;
  // The first sentence is enough; the other sentences explain `--`.
  return new UsageError(error.message.split(/\. |\.?\n/)[0] ?? '', { cause: error });
}
