import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as wire from '../../../shared/wire/vault.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, OTHER_TENANT, startVault, TENANT } from './harness.ts';

let vault: Harness;
beforeAll(async () => {
  vault = await startVault({ tenants: [TENANT, OTHER_TENANT] });
});
afterAll(() => vault.close());

const mismatch = { status: 403, code: 'TENANT_MISMATCH' };

it('sends a tenant’s name unchanged, whatever its letters', async () => {
  for (const name of ['Tresor', 'Trésor', 'Сейф 🗝']) {
    const named = await startVault({ tenants: [{ ...TENANT, name }], listen: true });
    const headers = { origin: TENANT.origin };
    const answer = await named.transport({ method: 'GET', path: '/v1/config', headers });
    expect(JSON.parse(answer.text)).toMatchObject({ tenant: { name } });
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text));
    await named.close();
  }
});

describe('two tenants of one service', () => {
  it('are chosen by the Origin header', async () => {
    for (const tenant of [TENANT, OTHER_TENANT]) {
      const config = await vault.clientOf(tenant).ask(wire.ConfigResponse, 'GET', '/v1/config');
      expect(config.tenant).toEqual({
        id: tenant.id,
        origin: tenant.origin,
        rpId: tenant.rpId,
        name: tenant.name,
      });
      const { headers } = await vault.clientOf(tenant).call('GET', '/v1/config');
      expect(headers['access-control-allow-origin']).toBe(tenant.origin);
    }
  });

  it("return TENANT_MISMATCH for the other's session, on every route that takes one", async () => {
    const { account } = await vault.client.openAccount();
    const other = vault.clientOf(OTHER_TENANT);
    await expect(other.vault(account.token)).rejects.toMatchObject(mismatch);
    await expect(other.revoke(account.token)).rejects.toMatchObject(mismatch);
    await expect(other.receipt(account.token, 'A'.repeat(43))).rejects.toMatchObject(mismatch);
    await expect(other.registrationOptions(account.token)).rejects.toMatchObject(mismatch);
    await expect(
      other.mutationOptions(account, 'A'.repeat(43), 'A'.repeat(43)),
    ).rejects.toMatchObject(mismatch);
    await vault.client.vault(account.token);
  });

  it("return TENANT_MISMATCH for the other's challenge, and consume it", async () => {
    const other = vault.clientOf(OTHER_TENANT);
    const authenticator = createSoftAuthenticator();
    const { challengeId, options } = await vault.client.registrationOptions();
    const { credential } = authenticator.create(options, vault.client.ceremony());
    const send = (client: typeof other) =>
      client.post(wire.NewRegistrationResponse, '/v1/registration/verify', {
        challengeId,
        credential,
      });
    await expect(send(other)).rejects.toMatchObject(mismatch);
    await expect(send(vault.client)).rejects.toMatchObject({ code: 'CHALLENGE_EXPIRED' });
  });

  it('have independent accounts on one authenticator, even with the same credential id', async () => {
    const other = vault.clientOf(OTHER_TENANT);
    const first = createSoftAuthenticator();
    const { account } = await vault.client.openAccount(first);
    const id = account.wraps[0] ?? '';
    const { challengeId, options } = await other.registrationOptions();
    const second = createSoftAuthenticator();
    const { credential } = second.create(options, {
      ...other.ceremony(),
      edit: {
        authData: (parts) => {
          parts.credentialId = new Uint8Array(Buffer.from(id, 'base64url'));
        },
      },
    });
    const made = await other.post(wire.NewRegistrationResponse, '/v1/registration/verify', {
      challengeId,
      credential: { ...credential, id, rawId: id },
    });
    expect(made.credentialId).toBe(id);
    expect(made.accountId).not.toBe(account.accountId);
    expect((await vault.client.logIn(first)).accountId).toBe(account.accountId);
  });

  it('keep their accounts apart on one authenticator', async () => {
    const other = vault.clientOf(OTHER_TENANT);
    const here = createSoftAuthenticator();
    const mine = await vault.client.openAccount(here);
    const theirs = await other.openAccount();
    expect((await vault.client.logIn(here)).accountId).toBe(mine.account.accountId);
    expect((await other.logIn(theirs.authenticator)).accountId).toBe(theirs.account.accountId);
  });
});
