import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { type VaultTables, vaultMigrations } from '../../../server/vault/storage/tables.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { startVault, TENANT } from './harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'condor-upgrade-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Creates a database as the first release did, with one account that has committed once. */
async function firstRelease(file: string) {
  const database = openDatabase<VaultTables>({ engine: 'sqlite', file });
  await migrate(database, 'vault', vaultMigrations.slice(0, 1));
  await database.close();

  const store = createMemoryVaultStore();
  const origin = await startVault({ store });
  const authenticator = createSoftAuthenticator();
  const { account } = await origin.client.openAccount(authenticator);
  const { operationId, envelope } = await origin.client.commit(account, authenticator);
  const [credentialId = ''] = account.wraps;
  const credential = await store.findCredential(TENANT.id, credentialId);
  const vault = await store.readVault(account.accountId);
  await origin.close();
  if (credential === undefined || vault === undefined) throw new Error('the account has no rows');

  const { accountId } = account;
  const { revision, digest } = vault;
  const rows = openSqlite(file);
  // The first release's columns by name: current statements may know others.
  rows
    .prepare('insert into accounts (id, tenant_id, created_at) values (?, ?, ?)')
    .run(accountId, TENANT.id, credential.createdAt);
  rows
    .prepare(
      `insert into vaults (account_id, revision, digest, envelope, committed_at, pending_until)
       values (?, ?, ?, ?, ?, null)`,
    )
    .run(accountId, revision, digest, envelope, credential.createdAt);
  rows
    .prepare(
      `insert into credentials (tenant_id, id, account_id, public_key, counter, backup_eligible,
         transports, created_at, provisional_until) values (?, ?, ?, ?, 0, 0, '["internal"]', ?, null)`,
    )
    .run(TENANT.id, credentialId, accountId, credential.publicKey, credential.createdAt);
  rows
    .prepare(
      `insert into receipts (account_id, operation_id, revision, digest, committed_at)
       values (?, ?, ?, ?, ?)`,
    )
    .run(accountId, operationId, revision, digest, credential.createdAt);
  rows.close();
  return { account, authenticator, envelope, operationId, receipt: { revision, digest } };
}

it('serves the accounts of a database from the first release', async () => {
  const file = join(directory, 'vault.db');
  const { account, authenticator, envelope, operationId, receipt } = await firstRelease(file);

  const vault = await startVault({ store: await openVaultStore({ engine: 'sqlite', file }) });
  const login = await vault.client.logIn(authenticator);
  account.token = login.token;
  const { text } = await vault.client.call('GET', '/v1/vault', login.token);
  expect(text).toBe(`{"envelope":${envelope}}`);
  expect(await vault.client.receipt(login.token, operationId)).toEqual(receipt);
  const next = await vault.client.commit(account, authenticator);
  expect(next.receipt.revision).toBe(receipt.revision + 1);
  await vault.close();

  const after = openSqlite(file);
  const applied = after.prepare('select name from condor_vault_migrations order by name');
  expect(applied.pluck().all()).toEqual(vaultMigrations.map(({ name }) => name));
  expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(after.pragma('foreign_key_check')).toEqual([]);
  after.close();
});
