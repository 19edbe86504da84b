import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, startVault, TENANT } from './harness.ts';

const BEARER_ROUTES = [
  ['GET', '/v1/vault'],
  ['POST', '/v1/mutations/options'],
  ['POST', '/v1/mutations/commit'],
  ['GET', `/v1/operations/${'A'.repeat(43)}`],
  ['POST', '/v1/session/revoke'],
] as const;
const OPTIONAL_ROUTES = [
  ['POST', '/v1/registration/options'],
  ['POST', '/v1/registration/verify'],
] as const;

let vault: Harness;
beforeEach(async () => {
  vault = await startVault();
});
afterEach(() => vault.close());

async function codeOf(method: string, path: string, authorization?: string): Promise<string> {
  const answer = await vault.transport({
    method,
    path,
    headers: {
      origin: TENANT.origin,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  const { error } = JSON.parse(answer.text) as { error: string };
  return `${answer.status} ${error}`;
}

describe('AUTH_REQUIRED', () => {
  it.each(BEARER_ROUTES)('requires a well-formed bearer token for %s %s', async (method, path) => {
    const token = opaqueId();
    for (const header of [
      undefined,
      '',
      token,
      `Basic ${token}`,
      'Bearer',
      'Bearer ',
      `Bearer ${token.slice(1)}`,
      `Bearer ${token}A`,
      `Bearer ${token} x`,
      `Bearer ${'A'.repeat(42)}B`,
      `Bearer ${'+'.repeat(43)}`,
      `Bearer "${token}"`,
    ]) {
      expect(await codeOf(method, path, header)).toBe('401 AUTH_REQUIRED');
    }
  });

  it.each(OPTIONAL_ROUTES)(
    'rejects a malformed optional token instead of ignoring the token: %s %s',
    async (method, path) => {
      for (const header of ['', 'Bearer', 'Basic eDp5', `Bearer ${'A'.repeat(42)}`]) {
        expect(await codeOf(method, path, header)).toBe('401 AUTH_REQUIRED');
      }
    },
  );
});

describe('SESSION_EXPIRED', () => {
  it.each([...BEARER_ROUTES, ...OPTIONAL_ROUTES])(
    '%s %s returns SESSION_EXPIRED for a token that was never issued',
    async (method, path) => {
      expect(await codeOf(method, path, `Bearer ${opaqueId()}`)).toBe('401 SESSION_EXPIRED');
    },
  );

  it('returns SESSION_EXPIRED exactly ten minutes after login, even if the session was used', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const login = await vault.client.logIn(authenticator);
    expect(login.expires).toBe(vault.clock.now() + 600_000);
    account.token = login.token;
    vault.clock.advance(300_000);
    await vault.client.vault(login.token);
    vault.clock.advance(299_999);
    await vault.client.vault(login.token);
    vault.clock.advance(1);
    for (const [method, path] of BEARER_ROUTES) {
      expect(await codeOf(method, path, `Bearer ${login.token}`)).toBe('401 SESSION_EXPIRED');
    }
  });

  it('returns SESSION_EXPIRED for an expired bootstrap session', async () => {
    const { token, expires } = await vault.client.register(createSoftAuthenticator());
    expect(expires).toBe(vault.clock.now() + 600_000);
    vault.clock.advance(600_000);
    expect(await codeOf('GET', '/v1/vault', `Bearer ${token}`)).toBe('401 SESSION_EXPIRED');
  });

  it('returns SESSION_EXPIRED for a session right after its revocation, but not for the account’s other session', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const other = await vault.client.logIn(authenticator);
    expect(await vault.client.revoke(account.token)).toEqual({ revoked: true });
    expect(await codeOf('GET', '/v1/vault', `Bearer ${account.token}`)).toBe('401 SESSION_EXPIRED');
    expect(await codeOf('POST', '/v1/session/revoke', `Bearer ${account.token}`)).toBe(
      '401 SESSION_EXPIRED',
    );
    await vault.client.vault(other.token);
  });

  it.each([
    ['a vault', '/v1/vault', 'readVault'],
    ['a receipt', `/v1/operations/${'A'.repeat(43)}`, 'findReceipt'],
  ] as const)(
    'a request for %s returns SESSION_EXPIRED when the account is deleted after the token check',
    async (_title, path, method) => {
      await vault.close();
      const store = createMemoryVaultStore();
      const deletedFirst = async (accountId: string) => {
        const [passkey] = (await store.readAccount(accountId))?.credentials ?? [];
        await store.deleteAccount({
          tenantId: TENANT.id,
          accountId,
          revision: 1,
          credentialId: passkey?.id ?? '',
          counterBefore: passkey?.counter ?? 0,
        });
      };
      vault = await startVault({
        store: {
          ...store,
          async readVault(accountId) {
            if (method === 'readVault') await deletedFirst(accountId);
            return store.readVault(accountId);
          },
          async findReceipt(accountId, operationId) {
            if (method === 'findReceipt') await deletedFirst(accountId);
            return store.findReceipt(accountId, operationId);
          },
        },
      });
      const { account } = await vault.client.openAccount();
      expect(await codeOf('GET', path, `Bearer ${account.token}`)).toBe('401 SESSION_EXPIRED');
      const pending = await vault.client.register(createSoftAuthenticator());
      expect(await codeOf('GET', path, `Bearer ${pending.token}`)).toBe(
        method === 'readVault' ? '409 VAULT_PENDING' : '404 OPERATION_UNKNOWN',
      );
    },
  );

  it('accepts the scheme of the Authorization header in mixed letter case', async () => {
    const { account } = await vault.client.openAccount();
    const answer = await vault.transport({
      method: 'GET',
      path: '/v1/vault',
      headers: { origin: TENANT.origin, authorization: `bEaReR ${account.token}` },
    });
    expect(answer.status).toBe(200);
  });

  it('anonymous routes ignore malformed tokens', async () => {
    for (const [method, path] of [
      ['GET', '/v1/config'],
      ['POST', '/v1/authentication/options'],
    ] as const) {
      const answer = await vault.client.call(
        method,
        path,
        'x',
        method === 'POST' ? '{}' : undefined,
      );
      expect(answer.status).toBe(200);
    }
  });
});
