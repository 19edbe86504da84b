import type { IndexerTables } from './tables.ts';

/** Reports an invalid stored row. The response leaves out such a row. */
export type ReportUnreadable = (table: keyof IndexerTables, key: string) => void;

const REMEMBERED = 1_000;

/** Logs each unreadable row once. */
export function createUnreadableLog(log: {
  warn(fields: object, message: string): void;
}): ReportUnreadable {
  const reported = new Set<string>();
  return (table, key) => {
    const row = `${table} ${key}`;
    if (reported.has(row) || reported.size >= REMEMBERED) return;
    reported.add(row);
    log.warn({ table, key }, 'a stored row of the index cannot be read');
  };
}

/** Parses rows and skips invalid rows. */
export function readableRows<Row extends object, T>(
  rows: readonly Row[],
  parse: (row: Row) => T | undefined,
  report: (row: Row) => void,
): T[] {
  return rows.flatMap((row) => {
    const parsed = parse(row);
    if (parsed === undefined) report(row);
    return parsed === undefined ? [] : [parsed];
  });
}
