import { basename, dirname, extname, join } from 'node:path';

/** Where one service keeps its rows. */
export type DatabaseTarget =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string };

/** Parses `sqlite:PATH` or `postgres://…`; anything else gives `undefined`. */
export function parseDatabaseUrl(text: string): DatabaseTarget | undefined {
  if (text.startsWith('sqlite:')) {
    const file = text.slice('sqlite:'.length);
    return file === '' || file.startsWith(':') ? undefined : { engine: 'sqlite', file };
  }
  const url = URL.parse(text);
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') {
    return url.hostname === '' && !url.searchParams.has('host')
      ? undefined
      : { engine: 'postgres', url: text };
  }
  return undefined;
}

/**
 * The database of one service. SQLite has one writer per file and answers synchronously, so two
 * services in one process would wait for each other forever: each gets a file of its own beside the
 * named one (`condor.db` holds the vault, `condor.orders.db` the orders). On PostgreSQL they share
 * one database; their tables have different names.
 */
export function databaseOf(
  target: DatabaseTarget,
  service: 'vault' | 'orders' | 'indexer',
): DatabaseTarget {
  if (target.engine === 'postgres' || service === 'vault') return target;
  const extension = extname(target.file);
  const name = `${basename(target.file, extension)}.${service}${extension}`;
  return { engine: 'sqlite', file: join(dirname(target.file), name) };
}
