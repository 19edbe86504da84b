import { SqliteAdapter, SqliteDialect } from 'kysely';

/**
 * Corrects Kysely's adapter, which reports that SQLite's schema statements aren't transactional.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite dialect, with migrations in one transaction. */
export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
