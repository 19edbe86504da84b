import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../helpers/postgres.ts';
import { describeAdmin } from './admin-suite.ts';

let postgres: TestPostgres;
let databases = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describeAdmin('PostgreSQL', async () => ({
  engine: 'postgres',
  url: await postgres.createDatabase(`admin${databases++}`),
}));
