import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, startVault } from './harness.ts';

const HOUR = 3_600_000;
const directory = mkdtempSync(join(tmpdir(), 'condor-clock-'));
afterAll(() => rmSync(directory, { recursive: true }));

const stores = {
  memory: async () => createMemoryVaultStore(),
  SQLite: () => openVaultStore({ engine: 'sqlite', file: join(directory, `${opaqueId()}.db`) }),
};

describe.each(['memory', 'SQLite'] as const)('a clock that is set back (%s)', (name) => {
  let vault: Harness;
  beforeEach(async () => {
    vault = await startVault({ store: await stores[name](), rateLimits: true });
  });
  afterEach(() => vault.close());

  it('ends sessions when the clock is set back, and ends a later session after ten minutes', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    vault.clock.advance(-HOUR);
    const expired = { status: 401, code: 'SESSION_EXPIRED' };
    await expect(vault.client.vault(account.token)).rejects.toMatchObject(expired);
    const { token } = await vault.client.logIn(authenticator);
    vault.clock.advance(599_999);
    await vault.client.vault(token);
    vault.clock.advance(1);
    await expect(vault.client.vault(token)).rejects.toMatchObject(expired);
  });

  it('keeps a session when the clock is ten seconds behind the clock of the instance that began the session', async () => {
    const { account } = await vault.client.openAccount();
    vault.clock.advance(-10_000);
    await vault.client.vault(account.token);
  });

  it('doesn’t lock out an address when the clock is set back', async () => {
    const options = () => vault.client.registrationOptions();
    for (let i = 0; i < 10; i++) await options();
    await expect(options()).rejects.toMatchObject({ code: 'TRY_LATER' });
    vault.clock.advance(-HOUR);
    for (let i = 0; i < 10; i++) await options();
    await expect(options()).rejects.toMatchObject({ code: 'TRY_LATER' });
  });

  it('doesn’t lock out an account when the clock is set back', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const ask = (token: string) =>
      vault.client.mutationOptions({ ...account, token }, opaqueId(), opaqueId());
    for (let i = 0; i < 19; i++) await ask(account.token);
    await expect(ask(account.token)).rejects.toMatchObject({ code: 'TRY_LATER' });
    vault.clock.advance(-HOUR);
    const { token } = await vault.client.logIn(authenticator);
    for (let i = 0; i < 20; i++) await ask(token);
    await expect(ask(token)).rejects.toMatchObject({ code: 'TRY_LATER' });
  });

  it('removes provisional passkeys when the clock is set back, and frees their places', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const added = createSoftAuthenticator();
    const { credentialId } = await vault.client.addPasskey(account, added);
    for (let i = 0; i < 6; i++) await vault.client.addPasskey(account, createSoftAuthenticator());
    await expect(vault.client.addPasskey(account, createSoftAuthenticator())).rejects.toMatchObject(
      { code: 'PASSKEY_LIMIT' },
    );
    vault.clock.advance(-HOUR);
    await expect(vault.client.logIn(added)).rejects.toMatchObject({ code: 'UNKNOWN_PASSKEY' });
    const { token } = await vault.client.logIn(authenticator);
    const later = { ...account, token };
    await expect(
      vault.client.commit({ ...later, wraps: [...later.wraps, credentialId] }, authenticator),
    ).rejects.toMatchObject({ code: 'UNKNOWN_PASSKEY' });
    for (let i = 0; i < 7; i++) await vault.client.addPasskey(later, createSoftAuthenticator());
  });
});
