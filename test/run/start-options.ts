import { parseArgs } from 'node:util';
import { UsageError } from '../../server/command-line.ts';
import type { Passkeys } from './passkeys.ts';

/** Returns the usage of `npm start`, or of another command with the same arguments. */
export function startUsage(command: string): string {
  return `${command} [-- --headless --real-passkeys --keep|--reset]`;
}

export interface StartOptions {
  readonly passkeys: Passkeys;
  readonly isHeadless: boolean;
  /** `keep` continues with the last start's chain. `reset` deletes all local data first. */
  readonly data: 'new chain' | 'keep' | 'reset';
}

/**
 * Parses the arguments of `npm start`.
 * @throws UsageError and the TypeError of parseArgs, about the first wrong argument
 */
export function readStartOptions(args: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'real-passkeys': { type: 'boolean' },
      headless: { type: 'boolean' },
      keep: { type: 'boolean' },
      reset: { type: 'boolean' },
    },
  });
  if (values.keep && values.reset)
    throw new UsageError('--keep and --reset exclude each other; use one of them');
  return {
    passkeys: values['real-passkeys'] ? 'real' : 'simulated',
    isHeadless: values.headless === true,
    data: values.keep ? 'keep' : values.reset ? 'reset' : 'new chain',
  };
}
