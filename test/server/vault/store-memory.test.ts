import { createMemoryVaultStore } from '../../../server/vault/storage/memory-store.ts';
import { describeVaultStore } from './store-suites.ts';

describeVaultStore('memory', async () => createMemoryVaultStore());
