import Database from 'better-sqlite3';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { INDEXER_MIGRATIONS } from '../../server/positions/storing/migrations.ts';
import { INDEXER_TABLES, type IndexerTables } from '../../server/positions/storing/tables.ts';

const BLOCKS_PER_QUESTION = 50;
const ROWS_PER_COMMIT = 3_000;

/**
 * Measures the minimum work of a backfill in a separate process: receiving and parsing the node's
 * logs, and writing the rows of the finished index into an empty one. Arguments: the node's URL,
 * the chain's number of blocks, the finished database, an empty database. Prints the seconds and
 * the largest memory in KB.
 */
const [url = '', blocks = '0', filled = '', empty = ''] = process.argv.slice(2);
const seconds = (await receiving(url, Number(blocks))) + (await writing(filled, empty));
console.log(JSON.stringify({ seconds, peak: process.resourceUsage().maxRSS }));

async function receiving(url: string, blocks: number): Promise<number> {
  const start = performance.now();
  for (let from = 0; from <= blocks; from += BLOCKS_PER_QUESTION) {
    const toBlock = Math.min(from + BLOCKS_PER_QUESTION - 1, blocks);
    const filter = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${toBlock.toString(16)}` };
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] }),
    });
    JSON.parse(await response.text());
  }
  return (performance.now() - start) / 1_000;
}

async function writing(filled: string, empty: string): Promise<number> {
  const made = openDatabase<IndexerTables>({ engine: 'sqlite', file: empty });
  await migrate(made, 'indexer', INDEXER_MIGRATIONS);
  await made.close();
  const source = new Database(filled, { readonly: true });
  const target = new Database(empty);
  for (const pragma of ['journal_mode = wal', 'synchronous = normal', 'cache_size = -16000'])
    target.pragma(pragma);
  let spent = 0;
  for (const table of INDEXER_TABLES) {
    const columns = source
      .prepare<[], { readonly name: string }>(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name);
    const insert = target.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    const insertAll = target.transaction((rows: readonly unknown[][]) => {
      for (const row of rows) insert.run(...row);
    });
    for (const rows of parts(source.prepare(`select * from ${table}`).raw())) {
      const start = performance.now();
      insertAll(rows);
      spent += performance.now() - start;
    }
  }
  source.close();
  target.close();
  return spent / 1_000;
}

function* parts(query: Database.Statement): Generator<unknown[][]> {
  let rows: unknown[][] = [];
  for (const row of query.iterate()) {
    rows.push(row as unknown[]);
    if (rows.length < ROWS_PER_COMMIT) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}
