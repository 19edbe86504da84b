import { sql, type Transaction } from 'kysely';
import { CondorError } from '../../shared/errors.ts';
import type { Engine, OpenDatabase } from './open.ts';
import { databaseUnusable } from './unusable.ts';

export interface Migration<Tables> {
  /** Unique within the service and never changed once released, e.g. `001-accounts`. */
  readonly name: string;
  up(db: Transaction<Tables>, engine: Engine): Promise<void>;
}

/** Any fixed number: instances that start together on one PostgreSQL take turns. */
const LOCK_KEY = 4_306_719_004;
/** Longest wait for a table that somebody else uses: a forgotten shell must not hang a start for ever. */
const TABLE_LOCK_MS = 60_000;

/**
 * Brings a service's tables up to date, in one transaction: all or nothing, however long it takes.
 * Several instances may start at once. One table keeps what was applied, by service.
 * @throws CondorError DATABASE_NEWER when the database was written by a later version of the
 *   service, DATABASE_UNUSABLE when it does not answer or refuses
 */
export async function migrate<Tables>(
  database: OpenDatabase<Tables>,
  service: string,
  migrations: readonly Migration<Tables>[],
): Promise<void> {
  const { db, close } = database.openUnlimited();
  try {
    await db
      .transaction()
      .execute((transaction) => apply(transaction, database.engine, service, migrations));
  } catch (cause) {
    throw databaseUnusable(cause);
  } finally {
    await close();
  }
}

async function apply<Tables>(
  transaction: Transaction<Tables>,
  engine: Engine,
  service: string,
  migrations: readonly Migration<Tables>[],
): Promise<void> {
  if (engine === 'postgres') {
    // Also what the server, the database or the user may be set to.
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    await sql`set local lock_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(transaction);
    await sql`set local lock_timeout = ${sql.lit(TABLE_LOCK_MS)}`.execute(transaction);
  }
  await sql`create table if not exists condor_migrations (
      service text not null, name text not null, primary key (service, name)
    )`.execute(transaction);
  const applied = await sql<{ name: string }>`
      select name from condor_migrations where service = ${service}`.execute(transaction);
  const done = new Set(applied.rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  if ([...done].some((name) => !known.has(name))) {
    throw new CondorError(
      'DATABASE_NEWER',
      `the database of ${service} was written by a later version; run that version or restore a backup`,
    );
  }
  for (const migration of migrations) {
    if (done.has(migration.name)) continue;
    await migration.up(transaction, engine);
    await sql`insert into condor_migrations (service, name)
        values (${service}, ${migration.name})`.execute(transaction);
  }
}
