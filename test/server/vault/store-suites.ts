import type { VaultStore } from '../../../server/vault/store.ts';
import { describeCommits } from './store-suite-commits.ts';
import { describeEntries } from './store-suite-entries.ts';
import { describeUpkeep } from './store-suite-upkeep.ts';

/** All that a store must do; `open` gives an empty or a used one, each time it is asked. */
export function describeVaultStore(name: string, open: () => Promise<VaultStore>): void {
  describeEntries(`${name}, entries`, open);
  describeCommits(`${name}, commits`, open);
  describeUpkeep(`${name}, upkeep`, open);
}
