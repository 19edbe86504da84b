import { createNodes } from '../../../server/chain/nodes.ts';
import { timing } from '../../../server/chain/timing.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { parseDatabaseUrl } from '../../../server/database/target.ts';
import { startIndexing } from '../../../server/positions/reading/indexer.ts';
import { createSync } from '../../../server/positions/reading/sync.ts';
import { UNDOABLE_BLOCKS } from '../../../server/positions/reading/undoable.ts';
import { INDEXER_MIGRATIONS } from '../../../server/positions/storing/migrations.ts';
import { createIndexerStore } from '../../../server/positions/storing/store.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { tuneForIndex } from '../../../server/positions/storing/tune.ts';
import { createWriterLease } from '../../../server/positions/storing/writer-lease.ts';
import { pacedNode } from '../../../shared/chain/logs/paced-node.ts';
import { createNode } from '../../../shared/chain/logs/rpc-node.ts';
import { KNOWN_EMITTERS } from '../../../shared/positions/from-logs.ts';
import { epochMs } from '../../../shared/units.ts';

/**
 * Runs the indexing half of the service as a separate process, for tests that kill it and for
 * measurements. Arguments: database URL, node URL, last block, requests per second (0 means
 * unlimited). Prints `started`, `final` after the final blocks, `synced`, and `done` with the
 * maximum memory in KiB.
 */
async function main(): Promise<void> {
  const [databaseUrl = '', nodeUrl = '', lastBlock = '', rate = '0'] = process.argv.slice(2);
  const target = parseDatabaseUrl(databaseUrl);
  if (target === undefined) throw new Error('the first argument is no database');
  const database = openDatabase<IndexerTables>(target, { busyTimeoutMs: 0 });
  const { db, engine } = database;
  await tuneForIndex(db, engine);
  await migrate(database, 'indexer', INDEXER_MIGRATIONS);
  const clock = { now: () => epochMs(Date.now()) };
  const nodes = createNodes(
    [pacedNode(createNode({ url: nodeUrl, fetch }), Number(rate), timing())],
    clock,
  );
  const report = (table: string, key: string) => console.error(`unreadable ${table} ${key}`);
  // On SQLite, the lease expires immediately. A killed process can't release its lease, and the
  // next process must not wait.
  const lease = createWriterLease(database, clock, engine === 'sqlite' ? -1 : 1_000);
  const store = createIndexerStore({
    ...{ db, engine, report, trusted: KNOWN_EMITTERS, guard: lease.guard },
  });
  console.log('started');
  const work = startIndexing({
    sync: createSync({
      nodes,
      store,
      clock,
      startBlocks: [0],
      resetAfterMs: 0,
      trusted: KNOWN_EMITTERS,
    }),
    store,
    report,
    nodes,
    lease,
    clock,
    pollMs: 10,
  });
  let hasSaidSynced = false;
  let hasSaidFinal = false;
  const timer = setInterval(async () => {
    const cursor = await store.cursor();
    if (!hasSaidFinal && (cursor?.block ?? 0) >= Number(lastBlock) - UNDOABLE_BLOCKS) {
      hasSaidFinal = true;
      console.log('final');
    }
    const isSynced = cursor?.block === Number(lastBlock) && cursor.synced_at > 0;
    if (isSynced && !hasSaidSynced) {
      hasSaidSynced = true;
      console.log('synced');
    }
    if (!isSynced || (await store.unreadPositions(1)).length > 0) return;
    clearInterval(timer);
    await work.stop();
    const peak = process.resourceUsage().maxRSS;
    console.log(`done ${peak}`);
    process.exit(0);
  }, 10);
}

await main();
