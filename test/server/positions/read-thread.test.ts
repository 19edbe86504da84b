import { afterAll, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { createReadThread } from '../../../server/positions/serving/read-thread.ts';
import { INDEXER_MIGRATIONS } from '../../../server/positions/storing/migrations.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { KNOWN_EMITTERS } from '../../../shared/positions/from-logs.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { temporaryDirectory } from '../orders/harness.ts';

const directory = temporaryDirectory();
afterAll(() => directory.remove());

const PATH = `/api/v1/user/0x${'ab'.repeat(20)}/positions`;

it('rejects the requests of a failed thread, and starts a new thread for the next request', async () => {
  const target = { engine: 'sqlite', file: `${directory.path}/later.db` } as const;
  const thread = createReadThread({
    setup: { target, trusted: KNOWN_EMITTERS },
    prices: async () => ({}),
    report: () => undefined,
    onFault: () => undefined,
  });
  const now = unixSeconds(1_700_000_000);
  await expect(thread.read(PATH, now)).rejects.toThrow();
  const database = openDatabase<IndexerTables>(target);
  await migrate(database, 'indexer', INDEXER_MIGRATIONS);
  await database.close();
  const { status, body } = await thread.read(`${PATH}?limit=5`, now);
  expect([status, JSON.parse(String(body))]).toEqual([
    200,
    { data: [], pagination: { total: 0, limit: 5, offset: 0, next: null } },
  ]);
  await thread.close();
});

it('a closing thread rejects waiting requests', async () => {
  const target = { engine: 'sqlite', file: `${directory.path}/closing.db` } as const;
  const database = openDatabase<IndexerTables>(target);
  await migrate(database, 'indexer', INDEXER_MIGRATIONS);
  const thread = createReadThread({
    setup: { target, trusted: KNOWN_EMITTERS },
    prices: async () => ({}),
    report: () => undefined,
    onFault: () => undefined,
  });
  const reading = thread.read(PATH, unixSeconds(1_700_000_000));
  const rejected = expect(reading).rejects.toThrow('closing');
  await thread.close();
  await rejected;
  await database.close();
});

it('answers 503 to a failing request, and answers all other requests', async () => {
  const target = { engine: 'sqlite', file: `${directory.path}/failing.db` } as const;
  const database = openDatabase<IndexerTables>(target);
  await migrate(database, 'indexer', INDEXER_MIGRATIONS);
  const faults: unknown[] = [];
  const thread = createReadThread({
    setup: { target, trusted: KNOWN_EMITTERS },
    prices: async () => ({}),
    report: () => undefined,
    onFault: (error) => faults.push(error),
  });
  const now = unixSeconds(1_700_000_000);
  const [failed, other] = await Promise.all([
    thread.read('http://[', now),
    thread.read(`${PATH}?limit=5`, now),
  ]);
  expect([failed.status, other.status]).toEqual([503, 200]);
  expect(JSON.parse(String(failed.body))).toEqual({
    error: 'The index cannot be read at the moment.',
  });
  expect(faults).toHaveLength(1);
  await thread.close();
  await database.close();
});
