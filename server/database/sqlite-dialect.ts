import { SqliteAdapter, SqliteDialect } from 'kysely';

/** SQLite's schema statements are transactional; Kysely's adapter says they aren't. */
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
