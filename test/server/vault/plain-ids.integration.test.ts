import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { callerClock } from '../../../server/vault/storage/database-clock.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { type VaultTables, vaultMigrations } from '../../../server/vault/storage/tables.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { startVault } from './harness.ts';

const directory = temporaryDirectory();
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  directory.remove();
});

let databases = 0;
const openers: readonly [string, () => Promise<DatabaseTarget>][] = [
  ['SQLite', async () => ({ engine: 'sqlite', file: `${directory.path}/${databases++}.db` })],
  [
    'PostgreSQL',
    async () => ({
      engine: 'postgres',
      url: await postgres.createDatabase(`plain${databases++}`),
    }),
  ],
];

const TABLES = ['accounts', 'vaults', 'credentials', 'receipts', 'sessions', 'challenges'] as const;

/**
 * Copies accounts to a database of the previous version. In that version, the keys of sessions and
 * challenges began with two characters of the account id.
 */
async function copyToFormer(from: DatabaseTarget, to: DatabaseTarget): Promise<void> {
  const [source, target] = [openDatabase<VaultTables>(from), openDatabase<VaultTables>(to)];
  await migrate(target, 'vault', vaultMigrations.slice(0, 1));
  for (const table of TABLES)
    for (const row of await source.db.selectFrom(table).selectAll().execute()) {
      const prefix = 'account_id' in row ? row.account_id.slice(0, 2) : '';
      const prefixed = (column: string) =>
        column in row ? { [column]: prefix + Reflect.get(row, column) } : {};
      const columns = ['token_hash', 'id_hash', 'session_hash'].map(prefixed);
      await target.db
        .insertInto(table)
        .values(Object.assign({}, row, ...columns))
        .execute();
    }
  // The former version counted accounts within a window.
  for (const statement of [
    "update accounts set window_id = 'one'",
    "insert into enrollments values ('main', 'one', 1, 2, 3)",
  ])
    await sql.raw(statement).execute(target.db);
  await Promise.all([source.close(), target.close()]);
}

it.each(openers)(
  'on %s, the vault accepts accounts, sessions and challenges that its former version stored',
  async (_, open) => {
    const [first, former] = [await open(), await open()];
    const shared = { clock: createFakeClock(), random: createFakeRandom() };
    const start = async (target: DatabaseTarget) =>
      startVault({ ...shared, store: await openVaultStore(target, undefined, callerClock) });

    const before = await start(first);
    const { account, authenticator } = await before.client.openAccount();
    const prepared = await before.client.prepareCommit(account, authenticator);
    const unused = await before.client.prepareCommit(account, authenticator);
    await before.close();
    await copyToFormer(first, former);

    const { client, close } = await start(former);
    expect((await client.vault(account.token)).envelope.accountId).toBe(account.accountId);
    expect((await client.sendCommit(account, prepared)).revision).toBe(2);
    await expect(client.sendCommit(account, prepared)).rejects.toThrow('CHALLENGE_EXPIRED');
    await expect(client.sendCommit(account, unused)).rejects.toThrow('REVISION_CONFLICT');
    const login = await client.logIn(authenticator);
    expect(login.envelope.revision).toBe(2);
    await client.revoke(account.token);
    await expect(client.vault(account.token)).rejects.toThrow('SESSION_EXPIRED');
    expect((await client.vault(login.token)).envelope.revision).toBe(2);
    await expect(client.vault(opaqueId())).rejects.toThrow('SESSION_EXPIRED');
    await close();
  },
);
