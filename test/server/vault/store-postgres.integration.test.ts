import { afterAll, beforeAll } from 'vitest';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { describeVaultStore } from './store-suites.ts';

let postgres: TestPostgres;
let databases = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describeVaultStore('PostgreSQL', async () =>
  openVaultStore({ engine: 'postgres', url: await postgres.createDatabase(`vault${databases++}`) }),
);
