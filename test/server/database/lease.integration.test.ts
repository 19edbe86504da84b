import { CompiledQuery, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBulkWrite, parts } from '../../../server/database/bulk.ts';
import { createLease, createLeases } from '../../../server/database/failover/lease.ts';
import { type Engine, type OpenDatabase, openDatabase } from '../../../server/database/open.ts';
import { retryTransient } from '../../../server/database/retry-transient.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { temporaryDirectory } from '../orders/harness.ts';

interface Tables {
  things: { name: string; amount: string };
}

const directory = temporaryDirectory();
const opened: OpenDatabase<Tables>[] = [];
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await postgres?.stop();
  directory.remove();
});

async function open(engine: Engine, name: string): Promise<Kysely<Tables>> {
  const database = openDatabase<Tables>(
    engine === 'sqlite'
      ? { engine, file: `${directory.path}/${name}.db` }
      : { engine, url: await postgres.createDatabase(name) },
    { busyTimeoutMs: 0 },
  );
  opened.push(database);
  return database.db;
}

describe.each(['sqlite', 'postgres'] as const)('a lease on %s', (engine) => {
  it('only one process holds a lease, until the lease ends or is released', async () => {
    const db = await open(engine, `lease_${engine}`);
    await createLeases(db);
    const clock = createFakeClock();
    const [first, second] = ['a', 'b'].map((holder) =>
      createLease({ db, clock, name: 'work', holder, termMs: 10_000 }),
    );
    if (first === undefined || second === undefined) return expect.unreachable();
    expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([
      true,
      false,
      true,
    ]);
    clock.advance(10_001);
    expect([await second.hold(), await first.hold()]).toEqual([true, false]);
    await second.release();
    expect(await first.hold()).toBe(true);
  });

  it('after the clock is set back, the process that asks first gets the lease', async () => {
    const db = await open(engine, `back_${engine}`);
    await createLeases(db);
    const clock = createFakeClock();
    const [first, second] = ['a', 'b'].map((holder) =>
      createLease({ db, clock, name: 'work', holder, termMs: 10_000 }),
    );
    if (first === undefined || second === undefined) return expect.unreachable();
    await first.hold();
    clock.advance(-3_600_000);
    expect([await first.hold(), await second.hold()]).toEqual([true, false]);
    clock.advance(3_600_000);
    await first.hold();
    clock.advance(-3_600_000);
    expect([await second.hold(), await first.hold()]).toEqual([true, false]);
  });

  it('each use renews the lease, and the holder keeps the lease for longer than one term', async () => {
    const db = await open(engine, `renew_${engine}`);
    await createLeases(db);
    const clock = createFakeClock();
    const lease = (holder: string) =>
      createLease({ db, clock, name: 'work', holder, termMs: 10_000 });
    const [holder, other] = [lease('a'), lease('b')];
    for (let second = 0; second < 60; second += 3) {
      expect(await holder.hold()).toBe(true);
      expect(await other.hold()).toBe(false);
      clock.advance(3_000);
    }
  });

  it('only one of many parallel calls gets the lease', async () => {
    const db = await open(engine, `race_${engine}`);
    await createLeases(db);
    const clock = createFakeClock();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        createLease({ db, clock, name: 'work', holder: `${i}`, termMs: 10_000 }).hold(),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
  });
});

describe.each(['sqlite', 'postgres'] as const)('bulk writes on %s', (engine) => {
  it('inserts thousands of rows, and overwrites rows with the same key', async () => {
    const db = await open(engine, `bulk_${engine}`);
    await db.executeQuery(
      CompiledQuery.raw('create table things (name text primary key, amount text)'),
    );
    const write = createBulkWrite<Tables['things']>(engine, 'things', ['name'], ['name', 'amount']);
    const rows = (count: number, amount: string) =>
      Array.from({ length: count }, (_, i) => ({ name: `${i}`, amount }));
    await write(db, []);
    await write(db, rows(3_333, 'old'));
    await write(db, rows(1_777, 'new'));
    const stored = await db.selectFrom('things').selectAll().execute();
    expect(stored).toHaveLength(3_333);
    expect(stored.filter(({ amount }) => amount === 'new')).toHaveLength(1_777);
  });
});

describe('parts of a list', () => {
  it('splits a list, in order, into parts whose lengths are powers of two', () => {
    const items = Array.from({ length: 1_000 }, (_, i) => i);
    const split = parts(items, 256);
    expect(split.flat()).toEqual(items);
    expect(split.map(({ length }) => length)).toEqual([256, 256, 256, 128, 64, 32, 8]);
    expect(parts([], 256)).toEqual([]);
  });
});

describe('a retry while the database is locked', () => {
  const locked = () => Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });

  it('retries until the lock is released', async () => {
    let attempts = 0;
    const work = async () => {
      if (++attempts < 4) throw new Error('wrapped', { cause: locked() });
      return 'done';
    };
    expect(await retryTransient(work)).toBe('done');
  });

  it('throws the error of a locked database when the lock isn’t released in time', async () => {
    await expect(retryTransient(() => Promise.reject(locked()), 30)).rejects.toThrow('locked');
  });

  it('retries longer after a rolled-back transaction than after a lock', async () => {
    let attempts = 0;
    const work = async () => {
      if (++attempts < 8) throw Object.assign(new Error('could not serialize'), { code: '40001' });
      return 'done';
    };
    expect(await retryTransient(work, 30)).toBe('done');
  });

  it('immediately throws an error that is neither a lock nor a conflict, and doesn’t retry', async () => {
    let attempts = 0;
    await expect(
      retryTransient(async () => {
        attempts++;
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    expect(attempts).toBe(1);
  });
});
