import { SqliteAdapter, SqliteDialect } from 'kysely';

/** SQLite's statements that change the schema are transactional, which Kysely's adapter denies. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's dialect, whose migrations run in one transaction. */
export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
