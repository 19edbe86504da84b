import pg from 'pg';
import { machine } from '../bench/report.ts';
import { openWorld, residentMegabytes } from '../bench/vault-world.ts';
import { markdownTable } from '../helpers/markdown-table.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { OPERATIONS, type Operation, type Storage } from './capacity-model.ts';
import { accountTable, costTable, machineTable } from './capacity-tables.ts';
import { fillAccounts, sharedPasskey } from './fill-accounts.ts';
import { type Measured, measureOperations } from './measure-operations.ts';
import { replayDay } from './replay-day.ts';

const SMALLEST = 1_000;
const SIZES = [SMALLEST, 10_000, 100_000];
const SMALLEST_VAULT = 4_112;
/**
 * Size of a vault in bytes. A million such accounts take less than 6 GB, and PostgreSQL still
 * stores the vault outside of its row.
 */
const SHORT_VAULT = 1_800;
const FULL_UP_TO = 100_000;
const SAMPLES = 400;
/** Tables that have rows of every account. */
const TABLES = ['accounts', 'vaults', 'credentials', 'receipts'];

/**
 * Runs `npm run simulate -- capacity`: fills a real PostgreSQL, measures each operation through
 * HTTP at each size, replays a day, and prints the tables of `server/capacity.md`.
 */
export async function simulateCapacity(options: {
  readonly accounts: number;
  readonly secondsPerHour: number;
}): Promise<void> {
  console.log(machine());
  const postgres = await startPostgres(['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=1GB']);
  try {
    const url = await postgres.createDatabase('capacity');
    const world = await openWorld(url, 1);
    const [first] = world.accounts;
    if (first === undefined) throw new Error('no account');
    const passkey = await sharedPasskey(url, first.authenticator);
    // A first, small fill warms up the database.
    await fillAccounts(url, { from: 0, to: SMALLEST, payloadBytes: SMALLEST_VAULT }, passkey);
    await measureOperations(world, url, { count: SMALLEST, samples: SAMPLES, passkey });

    const bySize: { count: number; measured: Record<Operation, Measured> }[] = [];
    let storage: Storage | undefined;
    let from = SMALLEST;
    for (const count of [...SIZES.filter((size) => size < options.accounts), options.accounts]) {
      const payloadBytes = count <= FULL_UP_TO ? SMALLEST_VAULT : SHORT_VAULT;
      if (count > from) await fillAccounts(url, { from, to: count, payloadBytes }, passkey);
      from = Math.max(from, count);
      if (count <= FULL_UP_TO) storage = await storageOf(url, count);
      const measured = await measureOperations(world, url, { count, samples: SAMPLES, passkey });
      bySize.push({ count, measured });
      console.log(`\n${count} accounts\n\n${costTable(measured).join('\n')}`);
    }
    console.log(`\nwhole database: ${Math.round((await bytesOf(url, [])) / 1e6)} MB`);
    const last = bySize.at(-1);
    if (last === undefined || storage === undefined) throw new Error('no size was measured');
    printFlatness(bySize);
    console.log('');
    console.log(accountTable(last.measured, storage).join('\n'));
    console.log('');
    console.log(machineTable(last.measured, storage).join('\n'));

    const hours = await replayDay(world.client, {
      accounts: options.accounts,
      secondsPerHour: options.secondsPerHour,
      passkey,
    });
    console.log(`\nA day of ${options.accounts} accounts, ${options.secondsPerHour} s per hour\n`);
    print(
      ['hour', 'sign-ins/s', 'p99 of a visit, ms', 'failed'],
      hours.map(({ hour, offered, p99Ms, failed }) => [
        String(hour),
        offered.toFixed(1),
        Number.isNaN(p99Ms) ? '–' : p99Ms.toFixed(0),
        Object.entries(failed)
          .map(([reason, count]) => `${count} × ${reason}`)
          .join(', '),
      ]),
    );
    console.log(`\nservice: ${Math.round(residentMegabytes(world.server.child.pid))} MB resident`);
    await world.close();
  } finally {
    await postgres.stop();
  }
}

function print(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(markdownTable(heading, rows).join('\n'));
}

function printFlatness(
  bySize: readonly { count: number; measured: Record<Operation, Measured> }[],
): void {
  console.log('\nProcessor time of an operation, service and database, in ms\n');
  print(
    ['operation', ...bySize.map(({ count }) => `${count} accounts`)],
    OPERATIONS.map((name) => [
      name,
      ...bySize.map(({ measured }) =>
        (measured[name].serviceMs + measured[name].databaseMs).toFixed(2),
      ),
    ]),
  );
}

/**
 * Returns the bytes of tables and their indexes. Without table names, returns the bytes of the
 * whole database.
 */
async function bytesOf(url: string, tables: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    tables.length === 0
      ? 'select pg_database_size(current_database())::text as bytes'
      : 'select sum(pg_total_relation_size(name::regclass))::text as bytes from unnest($1::text[]) name',
    tables.length === 0 ? [] : [tables],
  );
  await client.end();
  return Number(rows[0]?.bytes);
}

/** Returns the storage per account. At this point, every account has exactly one receipt. */
async function storageOf(url: string, count: number): Promise<Storage> {
  const perReceipt = (await bytesOf(url, ['receipts'])) / count;
  return { perAccount: (await bytesOf(url, TABLES)) / count - perReceipt, perReceipt };
}
