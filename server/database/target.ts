import { basename, dirname, extname, join } from 'node:path';

/** Location of a service's data. */
export type DatabaseTarget =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string };

/** Parses `sqlite:PATH` or `postgres://…`; returns undefined for other texts. */
export function parseDatabaseUrl(text: string): DatabaseTarget | undefined {
  if (text.startsWith('sqlite:')) {
    // Accepts a URL form too: `sqlite://./x.db` or `sqlite:///var/x.db`.
    const file = text.slice('sqlite:'.length).replace(/^\/\/(?=[^/]|\/[^/])/, '');
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
 * Returns the database of one service. SQLite allows one writer per file and runs synchronously, so
 * two services of one process would deadlock on one file. Each service gets its own file:
 * `condor.db` for the vault, `condor.orders.db` for orders. On PostgreSQL, the services share one
 * database with different table names.
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
