import { readFileSync } from 'node:fs';

export const COINSPECT = new URL('../coinspect.md', import.meta.url);

/** States of a test, in the order in which the score counts them. */
export const STATES = ['shown', 'by reading', 'partly', 'open'] as const;

export interface CoinspectRow {
  readonly id: string;
  readonly criterion: string;
  readonly state: string;
  readonly evidence: string;
}

export function coinspectRows(): readonly CoinspectRow[] {
  return readFileSync(COINSPECT, 'utf8')
    .split('\n')
    .filter((line) => /^\| [A-Z]{4}-\d/.test(line))
    .map((line) => line.replace(/^\| | \|$/g, '').split(' | '))
    .map(([id = '', criterion = '', state = '', evidence = '']) => ({
      id: id.trim(),
      criterion: criterion.trim(),
      state: state.trim(),
      evidence: evidence.trim(),
    }));
}
