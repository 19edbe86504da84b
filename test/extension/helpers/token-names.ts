import { createTokenNames } from '../../../entrypoints/background/chain/token-names.ts';
import type { WatchedToken } from '../../../shared/approvals/types.ts';

/** Creates token names that wait for the node without a time limit. */
export function patientNames(watched: readonly WatchedToken[] = []) {
  return createTokenNames({ watched: () => watched, wait: () => new Promise(() => undefined) });
}
