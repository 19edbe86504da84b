import { parseArgs } from 'node:util';
import { UsageError, usageError } from '../../command-line.ts';
import { isCanonicalOpaqueId } from '../../vault/http/opaque-id.ts';

const OPTIONS = {
  tenant: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Parsed words of a command line. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: {
    readonly [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]['type'] extends 'string'
      ? string
      : boolean;
  };
}

/**
 * Parses the words of a command line.
 * @throws UsageError for an unknown option or an option without its value
 */
export function parseArguments(args: readonly string[]): Arguments {
  // Ids are taken out first, because one id in 64 begins with a hyphen and would be read as an
  // option.
  const ids = args.filter(isId);
  const others = args.filter((argument) => !isId(argument));
  try {
    const { values, positionals } = parseArgs({
      args: joinNegatives(others),
      options: OPTIONS,
      allowPositionals: true,
    });
    return { words: [...positionals, ...ids], options: values };
  } catch (error) {
    throw usageError(error);
  }
}

/**
 * Returns true for an account id, or for the beginning of an account id that starts with a hyphen.
 */
function isId(argument: string): boolean {
  // `-100000` is a number, which `joinNegatives` has joined to its option.
  const isStart = /^-(?!\d+[smhd]?$)[A-Za-z0-9_][A-Za-z0-9_-]{4,41}$/.test(argument);
  return isStart || isCanonicalOpaqueId(argument);
}

/** Joins `--limit -1` to `--limit=-1`, because parseArgs would read two options. */
function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const argument of args) {
    const option = joined.at(-1) ?? '';
    if (/^-\d/.test(argument) && takesValue(option) && !joined.includes('--'))
      joined.splice(-1, 1, `${option}=${argument}`);
    else joined.push(argument);
  }
  return joined;
}

function takesValue(argument: string): boolean {
  return Object.entries(OPTIONS).some(
    ([name, { type }]) => type === 'string' && argument === `--${name}`,
  );
}

/**
 * Returns the whole number of an option.
 * @throws UsageError
 */
export function numberOf(name: string, text: string, maximum: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1 && value <= maximum))
    throw new UsageError(`--${name} takes a whole number from 1 to ${maximum}`);
  return value;
}
