import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';

export type RestorableVault = Awaited<ReturnType<typeof startRestorableVault>>;

/** Starts a vault service whose host can back up, restore and lose the database. */
export async function startRestorableVault(options: { isRemovalOn?: boolean } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'condor-restorable-'));
  const clock = createFakeClock();
  const random = createFakeRandom('restorable');
  let files = 0;
  const freshFile = () => join(directory, `vault-${files++}.db`);
  let file = freshFile();
  const open = async ({ isRemovalOn = false } = options): Promise<Harness> =>
    startVault({
      clock,
      random,
      store: await openVaultStore({ engine: 'sqlite', file }),
      tenants: [{ ...TENANT, extensions: isRemovalOn }],
    });
  let current = await open();

  const replace = async (prepare: (next: string) => void, changed = options) => {
    await current.close();
    file = freshFile();
    prepare(file);
    current = await open(changed);
  };

  return {
    clock,
    /** The instance that is running now. */
    get app() {
      return current.app;
    },
    /** Copies the database. Returns the copy's name for `restore`. */
    backUp(): string {
      const copy = freshFile();
      const database = new Database(file);
      database.prepare('VACUUM INTO ?').run(copy);
      database.close();
      return copy;
    },
    /** Reads or changes the database while the service runs, as anyone with access could. */
    withDatabase<Result>(work: (database: Database.Database) => Result): Result {
      const database = new Database(file);
      try {
        return work(database);
      } finally {
        database.close();
      }
    },
    restore: (copy: string, changed = options) =>
      replace((next) => copyFileSync(copy, next), changed),
    /** Starts again with an empty database. */
    lose: () => replace(() => undefined),
    async close() {
      await current.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
