import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { describeVaultStore } from './store-suites.ts';

const directory = mkdtempSync(join(tmpdir(), 'condor-store-'));
afterAll(() => rmSync(directory, { recursive: true }));

describeVaultStore('SQLite', () =>
  openVaultStore({ engine: 'sqlite', file: join(directory, 'vault.db') }),
);
