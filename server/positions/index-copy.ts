import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { CondorError } from '../../shared/errors.ts';
import { backUp } from '../database/backup.ts';
import { makeFolder } from '../database/make-folder.ts';
import { withoutPartialName } from '../database/partial-file.ts';
import { syncPath } from '../database/sync-path.ts';

const digestFileOf = (copy: string) => `${copy}.sha256`;

/**
 * Copies an index's SQLite database to a new file, also while an indexer is running. Writes the
 * copy's SHA-256 to a second file in the format of `sha256sum`.
 * @throws CondorError backup-refused
 */
export async function exportIndex(file: string, copy: string): Promise<void> {
  const digestFile = digestFileOf(copy);
  if (existsSync(digestFile)) throw refused(`${digestFile} is there already`);
  backUp(file, copy, []);
  const hash = createHash('sha256');
  await pipeline(createReadStream(copy), hash);
  const line = `${hash.digest('hex')}  ${basename(copy)}\n`;
  writeFileSync(digestFile, line, { flag: 'wx', mode: 0o600, flush: true });
  syncPath(dirname(copy));
}

/**
 * Replaces an index's database with a copy that matches its digest file. Responses are marked as
 * incomplete until the indexer has read the blocks since the copy.
 * @throws CondorError backup-refused
 */
export async function importIndex(copy: string, file: string): Promise<void> {
  if (existsSync(file) || existsSync(`${file}-wal`))
    throw refused(`there is a database at ${file} already; stop the service and move it away`);
  const digest = readDigest(digestFileOf(copy));
  makeFolder(dirname(file));
  const partial = `${file}.${process.pid}.partial`;
  try {
    const hash = createHash('sha256');
    await pipeline(
      createReadStream(copy),
      async function* hashed(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(partial, { flags: 'wx', mode: 0o600 }),
    );
    if (hash.digest('hex') !== digest)
      throw refused(`${copy} doesn't have the digest beside it: it is damaged or was changed`);
    markUnsynced(partial, copy);
    syncPath(partial);
    renameSync(partial, file);
    syncPath(dirname(file));
  } catch (error) {
    throw withoutPartialName(error, partial, file);
  } finally {
    for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true });
  }
}

function readDigest(digestFile: string): string {
  if (!existsSync(digestFile)) throw refused(`${digestFile} is missing`);
  const [digest] = /^[0-9a-f]{64}(?= )/.exec(readFileSync(digestFile, 'utf8')) ?? [];
  if (digest === undefined) throw refused(`${digestFile} contains no SHA-256`);
  return digest;
}

function markUnsynced(file: string, copy: string): void {
  const handle = new Database(file);
  try {
    handle.exec('update indexer_cursor set synced_at = 0, update_at = 0');
  } catch (cause) {
    throw refused(`${copy} isn't the database of an index`, { cause });
  } finally {
    handle.close();
  }
}

function refused(reason: string, options?: { cause: unknown }): CondorError {
  return new CondorError('backup-refused', reason, options);
}
