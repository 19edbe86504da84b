import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import type { VaultStore } from '../../../server/vault/store.ts';
import { VAULT_CODES } from '../../../shared/wire/vault-codes.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createVaultClient, type Transport } from '../../helpers/vault-client.ts';
import { extensionCalls } from './extension-calls.ts';
import { clientTenant, startVault, TENANT } from './harness.ts';

const MARKER = 'correct-horse-battery-staple';
const TENANT_ON = { ...TENANT, extensions: true };

function collect(text: string, into: Set<string>): void {
  for (const [, value] of text.matchAll(/"([^"\\]{16,})"/g)) if (value) into.add(value);
}

function setOf(...texts: readonly string[]): Set<string> {
  return new Set(texts);
}

it('the vault keeps tokens, challenges, ids and digests out of its log, and tokens and challenges off its disk', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'condor-secrets-'));
  const file = join(directory, 'vault.db');
  const sql = await openVaultStore({ engine: 'sqlite', file });
  let fail = false;
  // Causes storage errors whose messages contain client input, because the service logs such
  // errors.
  const store: VaultStore = {
    ...sql,
    readVault: (accountId) =>
      fail
        ? Promise.reject(new Error(`no row for ${accountId} ${MARKER}`))
        : sql.readVault(accountId),
  };
  const lines: string[] = [];
  const vault = await startVault({
    store,
    tenants: [TENANT_ON],
    logAddresses: true,
    log: { level: 'trace', lines },
  });

  // All strings that were sent in either direction, except public names.
  const said = new Set<string>();
  const opened = new Set<string>();
  const spy: Transport = async (call) => {
    const answer = await vault.transport(call);
    const id = /\/v1\/operations\/(.+)/.exec(call.path)?.[1];
    for (const value of [call.headers.authorization?.slice(7), id]) if (value) said.add(value);
    for (const text of [call.body ?? '', answer.text]) collect(text, said);
    for (const name of ['token', 'challenge', 'challengeId']) {
      const value = new RegExp(`"${name}":"([^"]+)"`).exec(answer.text)?.[1];
      if (value !== undefined) opened.add(value);
    }
    return answer;
  };
  const client = createVaultClient(spy, clientTenant(TENANT_ON));

  const authenticator = createSoftAuthenticator();
  const { account, first } = await client.openAccount(authenticator);
  const added = await client.addPasskey(account, createSoftAuthenticator({ algorithm: 'RS256' }));
  await client.logIn(authenticator, { prfInput: 'condor/v2/prf' });
  await client.receipt(account.token, first.operationId);
  const own = extensionCalls(() => client);
  const removal = await own.prepareRemoval(account, authenticator, [added.credentialId]);
  expect(await own.sendRemoval(account, removal)).toMatchObject({ revision: 2 });
  const gone = await client.openAccount();
  const deletion = await own.prepareDeletion(gone.account, gone.authenticator);
  expect(await own.sendDeletion(gone.account, deletion)).toEqual({ deleted: true });
  await client.call('GET', `/v1/operations/${MARKER}`, account.token);
  await client.call('GET', `/v1/${MARKER}`, account.token);
  await client.call('POST', '/v1/session/revoke', account.token, `{"${MARKER}":1}`);
  await client.call('POST', '/v1/session/revoke', account.token, `not json ${MARKER}`);
  await client.call(
    'POST',
    '/v1/authentication/verify',
    undefined,
    JSON.stringify({ challengeId: first.operationId, credential: { prf: MARKER } }),
  );
  await client.call('GET', '/v1/vault', MARKER);
  fail = true;
  expect((await client.call('GET', '/v1/vault', account.token)).status).toBe(503);
  fail = false;
  await client.revoke(account.token);
  await client.registrationOptions();
  await vault.store.purge(vault.clock.now() + 1);

  const log = lines.join('\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(log).toContain('"level":50');
  const publicNames = setOf(TENANT.origin, TENANT.rpId, ...VAULT_CODES);
  const secrets = [...said, MARKER].filter((value) => !publicNames.has(value));
  expect(secrets.length).toBeGreaterThan(40);
  for (const secret of secrets) expect(log.includes(secret), secret).toBe(false);

  // Reads the files while the service runs, which includes SQLite's log.
  const disk = Buffer.concat(
    readdirSync(directory).map((name) => readFileSync(join(directory, name))),
  );
  expect(disk.includes(account.accountId)).toBe(true);
  expect(opened.size).toBeGreaterThan(10);
  for (const secret of [...opened, MARKER]) {
    expect(disk.includes(secret), secret).toBe(false);
    expect(disk.includes(Buffer.from(secret, 'base64url')), secret).toBe(false);
  }
  await vault.close();
  rmSync(directory, { recursive: true });
});
