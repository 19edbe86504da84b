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

describeVaultStore('PostgreSQL at SERIALIZABLE', async () => {
  const url = new URL(await postgres.createDatabase(`vault${databases++}`));
  url.searchParams.set('options', '-c default_transaction_isolation=serializable');
  return openVaultStore({ engine: 'postgres', url: url.href });
});
