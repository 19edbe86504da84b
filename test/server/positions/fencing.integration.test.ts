import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LeaseLost } from '../../../server/database/failover/fenced-lease.ts';
import { pingDatabase } from '../../../server/database/failover/ping.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { INDEXER_MIGRATIONS } from '../../../server/positions/storing/migrations.ts';
import { createIndexerStore } from '../../../server/positions/storing/store.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { createWriterLease } from '../../../server/positions/storing/writer-lease.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { KNOWN_EMITTERS } from '../../../shared/positions/from-logs.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { startServerProcess } from '../../helpers/server-process.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory } from '../../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { dump } from './dump.ts';
import { startIndexer } from './harness.ts';

const directory = temporaryDirectory();
let postgres: TestPostgres;
let databases = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  directory.remove();
});

const sqlite = async (): Promise<DatabaseTarget> => ({
  engine: 'sqlite',
  file: `${directory.path}/${databases++}.db`,
});
const postgresql = async (): Promise<DatabaseTarget> => ({
  engine: 'postgres',
  url: await postgres.createDatabase(`fenced${databases++}`),
});

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgresql],
])('the writer of an index on %s', (_, target) => {
  /** Simulates another process on the same database, with a clock that is ahead. */
  async function instance(database: OpenDatabase<IndexerTables>, ahead: number) {
    const clock = createFakeClock(1_800_000_000_000 + ahead);
    const lease = createWriterLease(database, clock, 15_000);
    onTestFinished(() => lease.release().catch(() => undefined));
    const { db, engine } = database;
    const report = () => expect.unreachable();
    const store = createIndexerStore({
      ...{ db, engine, report, trusted: KNOWN_EMITTERS, guard: lease.guard },
    });
    return { lease, store };
  }

  it('rejects writes of an instance that lost its lease, even if the new holder has the same lease number', async () => {
    const at = await target();
    const open = () => openDatabase<IndexerTables>(at, { busyTimeoutMs: 0 });
    const databases = [open(), open()] as const;
    onTestFinished(async () => {
      for (const { close } of databases) await close();
    });
    await migrate(databases[0], 'indexer', INDEXER_MIGRATIONS);
    const first = await instance(databases[0], 0);
    const second = await instance(databases[1], 60_000);
    expect(await first.lease.hold()).toBe(true);
    const cursor = {
      ...{ block: 1, hash: '0x1', time: 1, start_block: 1, start_hash: '0x1', head_block: 1 },
      ...{ head_at: 1, synced_at: 0, events: 0, positions_new: 0, positions_updated: 0 },
      update_at: 0,
    };
    await first.store.begin(cursor);
    // A stopped process keeps its lease. On PostgreSQL, the test ends the stopped process's
    // session, as the server would.
    if (at.engine === 'postgres') {
      expect(await second.lease.hold()).toBe(false);
      const { db } = databases[1];
      await sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and granted and database =
          (select oid from pg_database where datname = current_database())`.execute(db);
    }
    await eventually(async () => expect(await second.lease.hold()).toBe(true));
    const batch = {
      ...{ transactions: [], blocks: [], isUndoable: true, headBlock: 2, now: 1 },
      last: { number: 2, hash: '0x2' as const, timestamp: 2 },
    };
    for (const write of [
      () => first.store.commit(cursor, batch),
      () => first.store.noteHead(2, 1, true),
      () => first.store.rollBack(cursor, { block: 0, hash: '0x0', time: 0, events: 0 }),
      () => first.store.finalize(1),
      () => first.store.amendPositions([]),
      () => first.store.amendQuotations([]),
      () => first.store.reset(),
      () => first.store.begin(cursor),
    ])
      await expect(write()).rejects.toThrow(LeaseLost);
    const moved = await second.store.commit(cursor, batch);
    expect(await second.store.cursor()).toEqual(moved);
    // Simulates a failover that lost the second instance's lease.
    await sql`update condor_leases set holder = 'third' where holder <> 'third'`.execute(
      databases[0].db,
    );
    await expect(second.store.noteHead(2, 1, true)).rejects.toThrow(LeaseLost);
  });
});

describe('a writer that is paused', () => {
  it('another instance replaces a paused writer, and the index stays unchanged when the paused writer continues', async () => {
    const chain = createSyntheticChain(fillStory({ perBlock: 2, settledAfter: 20, users: 10 }));
    chain.grow(100);
    let isHeld = false;
    const held = Promise.withResolvers<() => void>();
    const node = await startSyntheticNode(chain, {
      misbehaviour(request, response) {
        // Pauses the writer while the next logs are being sent to it.
        if (!isHeld || request.method !== 'eth_getLogs') return false;
        isHeld = false;
        const logs = chain.logs(101, 105);
        held.resolve(() => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: logs }));
        });
        return true;
      },
    });
    onTestFinished(node.stop);
    const at = await postgresql();
    if (at.engine !== 'postgres') return expect.unreachable();
    const start = async () => {
      const server = await startServerProcess({
        environment: { SERVICES: 'indexer', DATABASE_URL: at.url, CHAIN_RPC_URL: node.url },
      });
      onTestFinished(async () => {
        server.child.kill('SIGCONT');
        await server.end();
      });
      const health = async () => {
        const answer = await fetch(`http://127.0.0.1:${server.port}/indexer/health`);
        const body: unknown = await answer.json();
        return isRecord(body) ? body : expect.unreachable();
      };
      return { server, health };
    };
    const first = await start();
    await eventually(async () =>
      expect(await first.health()).toMatchObject({ writer: true, last_indexed_block: 100 }),
    );
    const second = await start();
    await eventually(async () => expect(await second.health()).toMatchObject({ writer: false }));
    isHeld = true;
    chain.grow(5);
    const answer = await held.promise;
    first.server.child.kill('SIGSTOP');
    await eventually(async () =>
      expect(await second.health()).toMatchObject({ writer: true, last_indexed_block: 105 }),
    );
    // Waits until the implementation of every option is read.
    const rows = await eventually(async () => {
      const read = await dump(at);
      expect(JSON.stringify(read)).not.toMatch(/UNKNOWN|"implementation":""/);
      return read;
    });
    answer();
    first.server.child.kill('SIGCONT');
    await eventually(async () => expect(await first.health()).toMatchObject({ writer: false }));
    expect(await dump(at)).toEqual(rows);
    chain.grow(5);
    await eventually(async () =>
      expect(await second.health()).toMatchObject({ writer: true, last_indexed_block: 110 }),
    );
  });
});

describe('an instance that only reads', () => {
  const begin = async (target: DatabaseTarget, url: string, onlyReads = false) => {
    const indexer = await startIndexer(target, { chain: { rpcUrls: [url] }, onlyReads });
    onTestFinished(indexer.stop);
    return indexer;
  };

  it('serves an index from a standby without writing to the standby', async () => {
    const chain = createSyntheticChain(fillStory({ perBlock: 2, settledAfter: 20, users: 10 }));
    chain.grow(50);
    const node = await startSyntheticNode(chain);
    onTestFinished(node.stop);
    const name = `read${databases++}`;
    const url = await postgres.createDatabase(name);
    const standby = await postgres.startStandby();
    const at = { engine: 'postgres', url: standby.urlOf(name) } as const;
    await expect(begin(at, node.url, true)).rejects.toThrow('DATABASE_URL');
    const writer = await begin({ engine: 'postgres', url }, node.url);
    await writer.synced();
    const reader = await eventually(() => begin(at, node.url, true));
    for (let turn = 0; turn < 2; turn++) {
      chain.grow(5);
      await eventually(async () =>
        expect(await reader.get('/health')).toMatchObject({
          last_indexed_block: chain.head.number,
          ...{ writer: false, error: null, database: 'ok' },
        }),
      );
    }
    await eventually(async () => {
      const path = '/api/v1/open-positions';
      const [served, written] = [await reader.get(path), await writer.get(path)];
      expect(JSON.stringify(served)).toContain(TOKENS[0]?.address.toLowerCase());
      expect(served).toEqual(written);
    });
    expect(await reader.get('/api/v1/update')).toMatchObject({ status: 'skipped' });
    const database = openDatabase<IndexerTables>(at, { allowsStandby: true });
    await pingDatabase(database, 'condor_indexer_migrations', { onlyReads: true });
    await expect(pingDatabase(database, 'condor_indexer_migrations')).rejects.toThrow();
    await database.close();
  });
});
