import Database from 'better-sqlite3';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { INDEXER_MIGRATIONS } from '../../server/positions/storing/migrations.ts';
import { INDEXER_TABLES, type IndexerTables } from '../../server/positions/storing/tables.ts';

const BLOCKS_PER_QUESTION = 50;
const ROWS_PER_COMMIT = 3_000;

/**
 * Measures the minimum work of a backfill: parsing the node's responses, and inserting the finished
 * index's rows with prepared statements. Returns seconds.
 */
export async function backfillFloor(input: {
  readonly url: string;
  readonly blocks: number;
  /** A backfilled database, and a new one. */
  readonly filled: string;
  readonly empty: string;
}): Promise<number> {
  return (await parsing(input.url, input.blocks)) + (await inserting(input.filled, input.empty));
}

async function parsing(url: string, blocks: number): Promise<number> {
  let spent = 0;
  for (let from = 0; from <= blocks; from += BLOCKS_PER_QUESTION) {
    const toBlock = Math.min(from + BLOCKS_PER_QUESTION - 1, blocks);
    const filter = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${toBlock.toString(16)}` };
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] }),
    });
    const text = await response.text();
    const start = performance.now();
    JSON.parse(text);
    spent += performance.now() - start;
  }
  return spent / 1_000;
}

async function inserting(filled: string, empty: string): Promise<number> {
  const made = openDatabase<IndexerTables>({ engine: 'sqlite', file: empty });
  await migrate(made, 'indexer', INDEXER_MIGRATIONS);
  await made.close();
  const source = new Database(filled, { readonly: true });
  const target = new Database(empty);
  for (const pragma of ['journal_mode = wal', 'synchronous = normal', 'cache_size = -16000'])
    target.pragma(pragma);
  let spent = 0;
  for (const table of INDEXER_TABLES) {
    const rows = source.prepare<[], Record<string, unknown>>(`select * from ${table}`).all();
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) continue;
    const insert = target.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    const values = rows.map((row) => columns.map((column) => row[column]));
    const start = performance.now();
    for (let at = 0; at < values.length; at += ROWS_PER_COMMIT)
      target.transaction(() => {
        for (const row of values.slice(at, at + ROWS_PER_COMMIT)) insert.run(...row);
      })();
    spent += performance.now() - start;
  }
  source.close();
  target.close();
  return spent / 1_000;
}
