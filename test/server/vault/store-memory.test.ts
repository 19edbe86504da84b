import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { describeVaultStore } from './store-suites.ts';

describeVaultStore('memory', async () => createMemoryVaultStore());
