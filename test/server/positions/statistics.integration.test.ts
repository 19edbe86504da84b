import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { statisticsSuite } from './statistics-suite.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

let databases = 0;
statisticsSuite(async () => ({
  engine: 'postgres',
  url: await postgres.createDatabase(`statistics${databases++}`),
}));
