import type { Passkeys } from './passkeys.ts';

const FLAGS = ['--real-passkeys', '--headless', '--keep', '--reset'] as const;

/** Parsed arguments of `npm start`. */
export interface StartOptions {
  readonly passkeys: Passkeys;
  /** Opens no browser window. */
  readonly isHeadless: boolean;
  /** `keep` continues with the chain of the last start; `reset` deletes all local data first. */
  readonly data: 'new chain' | 'keep' | 'reset';
}

/**
 * Parses the arguments of `npm start`.
 * @throws Error with one sentence about the first wrong argument
 */
export function readStartOptions(args: readonly string[]): StartOptions {
  const unknown = args.find((arg) => !FLAGS.some((flag) => flag === arg));
  if (unknown !== undefined)
    throw new Error(`unknown argument "${unknown}"; allowed: ${FLAGS.join(', ')}`);
  const has = (flag: (typeof FLAGS)[number]) => args.includes(flag);
  if (has('--keep') && has('--reset'))
    throw new Error('--keep and --reset exclude each other; use one of them');
  return {
    passkeys: has('--real-passkeys') ? 'real' : 'simulated',
    isHeadless: has('--headless'),
    data: has('--keep') ? 'keep' : has('--reset') ? 'reset' : 'new chain',
  };
}
