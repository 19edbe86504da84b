import { resolve } from 'node:path';
import { visible } from '../../shared/visible-text.ts';
import type { DatabaseTarget } from './target.ts';

/**
 * Returns a database's address for people: the full path of a file; or host, port and name, without
 * user, password and parameters.
 */
export function describeTarget(target: DatabaseTarget): string {
  if (target.engine === 'sqlite') return visible(`sqlite:${resolve(target.file)}`);
  const url = new URL(target.url);
  // The path of a Unix socket is a parameter of the URL.
  const host = url.host || url.searchParams.get('host') || '';
  return visible(`postgres://${host}${decodeURIComponent(url.pathname)}`);
}

/** Writes to stderr which database a command uses. The setting may come from a file. */
export function reportDatabase(target: DatabaseTarget): void {
  process.stderr.write(`condor: using the database ${describeTarget(target)}\n`);
}
