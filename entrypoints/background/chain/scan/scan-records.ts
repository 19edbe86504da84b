import type { Clock } from '../../../../shared/ports.ts';
import type { Stored } from '../../kernel/stored.ts';

/**
 * Milliseconds between writes of the progress. A restarted worker continues from the stored
 * progress.
 */
const STORE_EVERY_MS = 5_000;

export type ScanRecords<Record> = ReturnType<typeof createScanRecords<Record>>;

/** Keeps one record of progress for each account or network, and stores all records regularly. */
export function createScanRecords<Record>(deps: {
  readonly stored: Stored<Record[]>;
  readonly clock: Clock;
  readonly keyOf: (record: Record) => string;
  /** Maximum number of records. Above this number, the least recently read record is dropped. */
  readonly max: number;
}) {
  const { clock, keyOf } = deps;
  let records: readonly Record[] = [];
  let storedAt = 0;

  function replace(record: Record): void {
    const others = records.filter((one) => keyOf(one) !== keyOf(record));
    records = [...others, record].slice(-deps.max);
  }

  async function store(): Promise<void> {
    storedAt = clock.now();
    await deps.stored.write([...records]);
  }

  const of = (key: string) => records.find((one) => keyOf(one) === key);

  return {
    of,
    async load(): Promise<void> {
      records = (await deps.stored.read()) ?? [];
    },
    async keep(record: Record): Promise<void> {
      replace(record);
      if (clock.now() - storedAt >= STORE_EVERY_MS) await store();
    },
    /** Changes a record if it exists, and stores all records immediately. */
    async change(key: string, next: (record: Record) => Record): Promise<void> {
      const record = of(key);
      if (record === undefined) return;
      replace(next(record));
      await store();
    },
    store,
  };
}
