import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { PENDING_ACCOUNT_MS, PURGE_EVERY_MS, RECEIPT_MS } from '../../../server/vault/numbers.ts';
import { callerClock } from '../../../server/vault/storage/database-clock.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { createSqlVaultStore } from '../../../server/vault/storage/sql-store.ts';
import type { VaultTables } from '../../../server/vault/storage/tables.ts';
import type { VaultStore } from '../../../server/vault/store.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { startVault } from './harness.ts';
import { storeFixture, T0, TENANT } from './store-fixture.ts';

async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const tick = () => {
    turns++;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isOver = true;
  return turns;
}

/** Returns SQL that generates `count` rows on SQLite; `i` numbers them. */
const numbered = (count: number) =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
const WIDE_ID = "printf('%043d', i)";

describe('a purge on SQLite', () => {
  let directory: string;
  let store: VaultStore;
  let fill: (sql: string) => void;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'condor-purge-'));
    const file = join(directory, 'vault.db');
    store = await openVaultStore({ engine: 'sqlite', file });
    const handle = openSqlite(file, { synchronous: 'NORMAL' });
    fill = (sql) => void handle.exec(sql);
    fill(`${numbered(1000)} insert into accounts (id, tenant_id, created_at)
        select ${WIDE_ID}, '${TENANT}', 0 from n;
      ${numbered(1000)} insert into vaults (account_id, revision, digest, envelope, committed_at)
        select ${WIDE_ID}, 64, 'd', 'e', 0 from n;
      ${numbered(50_000)} insert into receipts
        select printf('%043d', i / 50), ${WIDE_ID}, i % 50 + 15, 'd', ${T0} from n`);
    return () => handle.close();
  });
  afterAll(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });

  it('lets other work run at least once every 100 kept receipts', async () => {
    let deleted = 0;
    const turns = await turnsDuring(async () => {
      deleted = await store.purgeReceipts(T0 + RECEIPT_MS);
    });
    expect(deleted).toBe(0);
    expect(turns).toBeGreaterThan(50_000 / 100);
  });

  it('lets other work run at least once every 100 deleted rows', async () => {
    fill(`${numbered(20_000)} insert into challenges
        select ${WIDE_ID}, '${TENANT}', 'mutation', 'c', '00', 's', 0, ${T0}, null, null, null from n;
      update vaults set revision = 128 where account_id < '${'200'.padStart(43, '0')}'`);
    let deleted = 0;
    const turns = await turnsDuring(async () => {
      deleted = await store.purge(T0);
      deleted += await store.purgeReceipts(T0 + RECEIPT_MS);
    });
    expect(deleted).toBe(30_000);
    expect(turns).toBeGreaterThan(30_000 / 100);
  });

  it('stops after the current step when the service stops', async () => {
    fill(`${numbered(1000)} insert into challenges
      select ${WIDE_ID}, '${TENANT}', 'mutation', 'c', '00', 's', 0, ${T0}, null, null, null from n`);
    const stopping = new AbortController();
    setImmediate(() => stopping.abort());
    expect(await store.purge(T0, stopping.signal)).toBeLessThan(1000);
    expect(await store.purge(T0)).toBeGreaterThan(0);
  });
});

describe('a purge on PostgreSQL', () => {
  let postgres: TestPostgres;
  let other: pg.Client;
  let store: VaultStore;
  let deletes = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase('purge');
    await (await openVaultStore({ engine: 'postgres', url })).close();
    const database = openDatabase<VaultTables>({ engine: 'postgres', url });
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'DeleteQueryNode') deletes++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    store = createSqlVaultStore({ ...database, db: counted }, undefined, callerClock);
    other = new pg.Client({ connectionString: url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await store.close();
    await postgres.stop();
  });
  const { account, passkey } = storeFixture(() => store);

  /** Purges while another connection has an uncommitted `change`. Then commits the change. */
  async function purgeDuring(now: number, change: string, values: unknown[]): Promise<void> {
    await other.query('begin');
    await other.query(change, values);
    let isOver = false;
    const purging = store.purge(now).finally(() => {
      isOver = true;
    });
    // The purge has skipped the locked row, or waits for the row's lock.
    await eventually(async () => {
      const { rows } = await other.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(isOver || rows.length > 0).toBe(true);
    });
    await other.query('commit');
    await purging;
  }

  it('keeps a passkey that a commit activates during the purge', async () => {
    const { accountId } = await account(1);
    const added = passkey(accountId);
    await store.addPasskey(added, { maxPasskeys: 8, now: T0 });
    const stale = passkey(accountId);
    await store.addPasskey(stale, { maxPasskeys: 8, now: T0 });
    await purgeDuring(
      added.provisionalUntil,
      'update credentials set provisional_until = null where id = $1',
      [added.id],
    );
    expect(await store.findCredential(TENANT, added.id)).toBeDefined();
    expect(await store.findCredential(TENANT, stale.id)).toBeUndefined();
  });

  it('keeps an account whose first vault is committed during the purge', async () => {
    const { accountId } = await account(0);
    const now = T0 + 600_000 + PENDING_ACCOUNT_MS;
    await purgeDuring(
      now,
      `update vaults set revision = 1, digest = 'd', envelope = 'e', pending_until = null
        where account_id = $1`,
      [accountId],
    );
    expect(await store.readVault(accountId)).toMatchObject({ revision: 1 });
  });

  it('keeps an account’s hit count when the count’s window restarts during the purge', async () => {
    const { accountId } = await account(1);
    await store.countHit(accountId, 'mutation-commit', { now: T0, windowMs: 1000 });
    const end = T0 + 1_000_000;
    await purgeDuring(
      T0 + 1000,
      'update account_limits set ends_at = $2, hits = 7 where account_id = $1',
      [accountId, end],
    );
    const window = { now: T0, windowMs: 1_000_000 };
    const counted = await store.countHit(accountId, 'mutation-commit', window);
    expect(counted).toEqual({ hits: 8, endsAt: end });
  });

  it('deletes many rows with few statements, and sends no delete statement for receipts that aren’t old enough', async () => {
    const ids = `lpad(i::text, 43, '0')`;
    const { accountId } = await account(1);
    await other.query(`insert into challenges
      select ${ids}, 'main', 'mutation', 'c', '00', 's', 0, ${T0}, null, null, null
      from generate_series(1, 20000) i`);
    await other.query(`insert into receipts
      select '${accountId}', ${ids}, 1, 'd', ${T0} from generate_series(1, 5000) i`);
    deletes = 0;
    expect(await store.purge(T0)).toBe(20_000);
    expect(deletes).toBeLessThan(30);
    deletes = 0;
    expect(await store.purgeReceipts(T0 + RECEIPT_MS)).toBe(0);
    expect(deletes).toBe(0);
  });
});

describe('the service', () => {
  afterEach(() => void vi.useRealTimers());

  it('doesn’t start a second purge while one is running, and checks old receipts once a day', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const begun = { purge: 0, receipts: 0 };
    let end: () => void = () => undefined;
    const store: VaultStore = {
      ...createMemoryVaultStore(),
      purge: () => {
        begun.purge++;
        return new Promise((resolve) => {
          end = () => resolve(0);
        });
      },
      purgeReceipts: async () => ++begun.receipts,
    };
    const vault = await startVault({ store });
    const minute = async () => {
      vault.clock.advance(PURGE_EVERY_MS);
      vi.advanceTimersByTime(PURGE_EVERY_MS);
      await new Promise(setImmediate);
    };
    const finish = async () => {
      end();
      await new Promise(setImmediate);
    };
    for (let i = 0; i < 5; i++) await minute();
    expect(begun).toEqual({ purge: 1, receipts: 0 });
    await finish();
    await minute();
    await finish();
    expect(begun).toEqual({ purge: 2, receipts: 1 });
    vault.clock.advance(86_400_000);
    await minute();
    await finish();
    expect(begun).toEqual({ purge: 3, receipts: 2 });
    await minute();
    const closing = vault.close();
    await finish();
    await closing;
  });
});
