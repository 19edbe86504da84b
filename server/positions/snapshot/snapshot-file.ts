import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isRecord } from '../../../shared/is-record.ts';
import { parseAs } from '../../../shared/parse.ts';
import { withoutPartialName } from '../../database/partial-file.ts';
import { INDEXER_MIGRATIONS } from '../storing/migrations.ts';
import { type IndexerTables, isTable, TABLES } from '../storing/tables.ts';
import { SnapshotError } from './snapshot-error.ts';

const FORMAT = 'condor-index';
const VERSION = 2;
/** Maximum characters of a line, far above the longest row. */
const LONGEST_LINE = 1_000_000;

export type SnapshotTable = keyof IndexerTables;
export type SnapshotRow = {
  [Table in SnapshotTable]: { readonly table: Table; readonly value: IndexerTables[Table] };
}[SnapshotTable];

/**
 * Writes rows as compressed lines of JSON: a header with the version, one line per row, and the
 * SHA-256 of all previous lines. The file gets its name once it is complete.
 */
export async function writeSnapshot(
  file: string,
  rows: AsyncIterable<readonly [table: SnapshotTable, row: object]>,
): Promise<number> {
  const partial = `${file}.${process.pid}.partial`;
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    const hash = createHash('sha256');
    const hashed = (value: unknown): string => {
      const line = `${JSON.stringify(value)}\n`;
      hash.update(line);
      return line;
    };
    yield hashed({ format: FORMAT, version: VERSION, schema: schema() });
    for await (const row of rows) {
      count++;
      yield hashed(row);
    }
    yield `${JSON.stringify({ rows: count, sha256: hash.digest('hex') })}\n`;
  }
  try {
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(lines()), createGzip(), target);
    renameSync(partial, file);
  } catch (error) {
    throw withoutPartialName(error, partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  return count;
}

/**
 * Reads a snapshot row by row; throws at the end unless the digest matches.
 * @throws SnapshotError
 */
export async function* readSnapshot(file: string): AsyncGenerator<SnapshotRow> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  pipeline(source, unzipped).catch((cause: unknown) => {
    unzipped.destroy(cause instanceof Error ? cause : undefined);
  });
  const hash = createHash('sha256');
  let count = 0;
  let isComplete = false;
  let isFirst = true;
  try {
    for await (const line of linesOf(unzipped.setEncoding('utf8'))) {
      const value: unknown = JSON.parse(line);
      const row = isFirst ? undefined : parseRow(value);
      if (isFirst) requireHeader(value);
      else if (row !== undefined) {
        count++;
        yield row;
      } else if (isRecord(value) && value.rows === count) {
        isComplete = value.sha256 === hash.digest('hex');
        break;
      } else throw new SnapshotError('unreadable', 'The file contains something other than rows.');
      isFirst = false;
      hash.update(`${line}\n`);
    }
  } catch (cause) {
    if (cause instanceof SnapshotError) throw cause;
    throw new SnapshotError('unreadable', 'The file is damaged or not a snapshot.', { cause });
  } finally {
    source.destroy();
    unzipped.destroy();
  }
  if (!isComplete) throw new SnapshotError('unreadable', 'The file is incomplete or was changed.');
}

/** Splits text into lines. Unlike `readline`, it always throws when the stream fails. */
async function* linesOf(stream: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE)
      throw new SnapshotError('unreadable', 'The file contains something other than rows.');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function requireHeader(value: unknown): void {
  if (!isRecord(value) || value.format !== FORMAT)
    throw new SnapshotError('unreadable', 'The file is not a snapshot of an index.');
  if (value.version !== VERSION || value.schema !== schema())
    throw new SnapshotError('version', 'The snapshot was written by another version of Condor.');
}

/** Returns the tables' newest migration: rows fit only the same tables. */
function schema(): string {
  return INDEXER_MIGRATIONS.at(-1)?.name ?? '';
}

function parseRow(line: unknown): SnapshotRow | undefined {
  if (!Array.isArray(line) || line.length !== 2) return undefined;
  const [table, value]: readonly unknown[] = line;
  // The file isn't trusted.
  if (!isTable(table) || parseAs(TABLES[table].schema, value) === undefined) return undefined;
  // The value matches its table's schema; TypeScript can't infer that.
  return { table, value } as SnapshotRow;
}
