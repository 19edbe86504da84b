import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientAccount, commitBody, opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, startVault, TENANT } from './harness.ts';

let vault: Harness;
beforeEach(async () => {
  vault = await startVault({ listen: true, rateLimits: true });
});
afterEach(() => vault.close());

/** Starts a request. Its headers are accepted, but its body isn't sent yet. */
async function admitted(path: string, token: string): Promise<ClientRequest> {
  const open = request({
    port: vault.port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: {
      origin: TENANT.origin,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      expect: '100-continue',
    },
  });
  open.flushHeaders();
  await once(open, 'continue');
  return open;
}

async function finish(open: ClientRequest, body: string): Promise<string> {
  open.end(body);
  const [response] = (await once(open, 'response')) as [IncomingMessage];
  const chunks = await response.toArray();
  return `${response.statusCode} ${Buffer.concat(chunks).toString()}`;
}

async function deleteAccount({ accountId }: ClientAccount): Promise<void> {
  const account = await vault.store.readAccount(accountId);
  const [passkey] = account?.credentials ?? [];
  const result = await vault.store.deleteAccount({
    tenantId: TENANT.id,
    accountId,
    revision: account?.revision ?? 0,
    credentialId: passkey?.id ?? '',
    counterBefore: passkey?.counter ?? 0,
  });
  expect(result).toBe('committed');
}

const ENDS = [
  ['revoked', ({ token }: ClientAccount) => vault.client.revoke(token)],
  ['over', async () => vault.clock.advance(600_000)],
  ['gone with its account', deleteAccount],
] as const;

describe.each(ENDS)('a session that is %s before the body arrives', (_how, end) => {
  it('rejects a late commit, options request or revocation with SESSION_EXPIRED, and commits nothing', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const prepared = await vault.client.prepareCommit(account, authenticator);
    const commit = await admitted('/v1/mutations/commit', account.token);
    const options = await admitted('/v1/mutations/options', account.token);
    const further = await admitted('/v1/registration/options', account.token);
    const revoke = await admitted('/v1/session/revoke', account.token);
    await end(account);
    const expired = '401 {"error":"SESSION_EXPIRED"}';
    expect(await finish(commit, commitBody(prepared))).toBe(expired);
    const wanted = { revision: 1, digest: opaqueId(), operationId: opaqueId() };
    expect(await finish(options, JSON.stringify(wanted))).toBe(expired);
    expect(await finish(further, '{}')).toBe(expired);
    expect(await finish(revoke, '{}')).toBe(expired);
    const stored = await vault.store.readVault(account.accountId);
    expect(stored?.revision ?? 1).toBe(1);
  });

  it('reports an invalid late body as invalid, not as an expired session', async () => {
    const { account } = await vault.client.openAccount();
    const commit = await admitted('/v1/mutations/commit', account.token);
    await end(account);
    expect(await finish(commit, '{')).toBe('400 {"error":"INVALID_REQUEST"}');
  });
});

it('a request for mutation options returns SESSION_EXPIRED when the account is deleted during the request', async () => {
  await vault.close();
  const lines: string[] = [];
  vault = await startVault({ rateLimits: true, log: { level: 'error', lines } });
  const { account } = await vault.client.openAccount();
  const { countHit } = vault.store;
  vault.store.countHit = async (...hit) => {
    await deleteAccount(account);
    return countHit(...hit);
  };
  await expect(vault.client.mutationOptions(account, opaqueId(), opaqueId())).rejects.toMatchObject(
    { status: 401, code: 'SESSION_EXPIRED' },
  );
  expect(lines).toEqual([]);
});
