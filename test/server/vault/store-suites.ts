import type { VaultStore } from '../../../server/vault/store.ts';
import { describeCommits } from './store-suite-commits.ts';
import { describeEntries } from './store-suite-entries.ts';
import { describeUpkeep } from './store-suite-upkeep.ts';

/** Tests every store implementation. `open` returns an empty or a used store. */
export function describeVaultStore(name: string, open: () => Promise<VaultStore>): void {
  describeEntries(`${name}, entries`, open);
  describeCommits(`${name}, commits`, open);
  describeUpkeep(`${name}, upkeep`, open);
}
