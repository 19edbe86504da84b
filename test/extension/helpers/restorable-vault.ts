import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';

export type RestorableVault = Awaited<ReturnType<typeof startRestorableVault>>;

/** A vault service whose database can be backed up, restored and lost, as its host would do it. */
export async function startRestorableVault() {
  const directory = mkdtempSync(join(tmpdir(), 'condor-restorable-'));
  const clock = createFakeClock();
  let files = 0;
  const freshFile = () => join(directory, `vault-${files++}.db`);
  let file = freshFile();
  const open = async (): Promise<Harness> =>
    startVault({ clock, store: await openVaultStore({ engine: 'sqlite', file }) });
  let current = await open();

  const replace = async (prepare: (next: string) => void) => {
    await current.close();
    file = freshFile();
    prepare(file);
    current = await open();
  };

  return {
    clock,
    /** Requests go to the instance that runs at the time. */
    get app() {
      return current.app;
    },
    /** Copies the database; returns the copy's name for `restore`. */
    backUp(): string {
      const copy = freshFile();
      const database = new Database(file);
      database.prepare('VACUUM INTO ?').run(copy);
      database.close();
      return copy;
    },
    restore: (copy: string) => replace((next) => copyFileSync(copy, next)),
    /** Starts over with an empty database. */
    lose: () => replace(() => undefined),
    async close() {
      await current.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
