import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { heapOfPage, heapOfWorker } from '../helpers/heap.ts';
import type { Trader } from '../helpers/trader.ts';

/** Memory, handles, rows and disk space at one moment, by the name of the figure. */
export type Sample = Readonly<Record<string, number>>;

/**
 * Seconds after a quote's end within which it must be deleted. A quote is kept for 300 seconds, and
 * deletions run at intervals.
 */
const QUOTE_KEPT_SECONDS = 420;

/**
 * Returns the number of rows in each table of the services. For quotes, counts only overdue quotes,
 * because the number of valid quotes depends on how often the maker has quoted recently.
 */
function rowsIn(folder: string): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.db'))) {
    const database = new Database(join(folder, file), { readonly: true });
    const tables = database
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all();
    for (const { name } of tables) {
      const isQuotes = name === 'orders_entries';
      const before = Math.floor(Date.now() / 1000) - QUOTE_KEPT_SECONDS;
      const condition = isQuotes ? ` WHERE quote_expiry < ${before}` : '';
      const found = database
        .prepare<[], { count: number }>(`SELECT count(*) AS count FROM "${name}"${condition}`)
        .get();
      rows[isQuotes ? 'overdue quotes' : `rows of ${name}`] = found?.count ?? 0;
    }
    database.close();
  }
  return rows;
}

/** Returns a process's figures on Linux. On other systems, returns no figures. */
function processFigures(pid: number): Record<string, number> {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    return {
      'services: resident bytes': kib('VmRSS') * 1024,
      'services: file handles': readdirSync(`/proc/${pid}/fd`).length,
      'services: threads': kib('Threads'),
    };
  } catch {
    return {};
  }
}

/** Measures heaps after garbage collection, handles, rows and disk space. */
export async function takeSample({ browser, page, world }: Trader): Promise<Sample> {
  const worker = await heapOfWorker(browser.context, browser.extensionId);
  const own = await heapOfPage(page);
  const files = readdirSync(world.folder).map((name) => statSync(join(world.folder, name)).size);
  return {
    'worker: heap bytes': await worker.usedBytes(),
    'page: heap bytes': await own.usedBytes(),
    'extension: stored bytes': await page.evaluate<number>('chrome.storage.local.getBytesInUse()'),
    ...processFigures(world.services.pid),
    'disk: bytes': files.reduce((sum, size) => sum + size, 0),
    ...rowsIn(world.folder),
  };
}
