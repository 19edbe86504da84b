import { createMemoryVaultStore } from '../../../server/vault/storage/memory-store.ts';
import { describeVaultStore } from './store-suite.ts';

describeVaultStore('memory', async () => createMemoryVaultStore());
