import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as wire from '../../../shared/wire/vault.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../helpers/soft-authenticator.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, OTHER_TENANT, startVault, TENANT } from './harness.ts';

let vault: Harness;
beforeEach(async () => {
  vault = await startVault({ tenants: [TENANT, OTHER_TENANT] });
});
afterEach(() => vault.close());

const VERIFY = '/v1/authentication/verify';
const refused = (code: string) => ({ code });
const verify = (body: unknown) => vault.client.post(wire.AuthenticationResponse, VERIFY, body);

function options(client = vault.client) {
  return client.post(wire.AuthenticationOptionsResponse, '/v1/authentication/options', {});
}

async function prepare(authenticator: SoftAuthenticator) {
  const { challengeId, options: asked } = await options();
  const { credential } = authenticator.get(asked, vault.client.ceremony());
  return { challengeId, credential };
}

describe('login', () => {
  it('asks for any discoverable passkey, and uses a new challenge each time', async () => {
    const first = await options();
    const second = await options();
    expect(first.options).toEqual({
      challenge: first.options.challenge,
      rpId: TENANT.rpId,
      userVerification: 'required',
      timeout: 60_000,
      allowCredentials: [],
    });
    expect(second.options.challenge).not.toBe(first.options.challenge);
  });

  it('a login and a request for the vault return the current envelope byte for byte', async () => {
    const authenticator = createSoftAuthenticator();
    const { account } = await vault.client.register(authenticator);
    const spaced = `{ "v": 2,\n "accountId" : "${account.accountId}", "revision":1 , "payload": {"iv":"${'A'.repeat(16)}", "ct":"${'A'.repeat(24)}"}, "wraps":[ {"credentialId":"${account.wraps[0]}","salt":"${'A'.repeat(43)}","iv":"${'A'.repeat(16)}","ct":"${'A'.repeat(64)}" } ] }`;
    await vault.client.commit(account, authenticator, { envelope: spaced });
    const { body } = { body: await prepare(authenticator) };
    const answer = await vault.client.call('POST', VERIFY, undefined, JSON.stringify(body));
    expect(answer.text.endsWith(`,"envelope":${spaced}}`)).toBe(true);
    const read = await vault.client.call('GET', '/v1/vault', account.token);
    expect(read.text).toBe(`{"envelope":${spaced}}`);
  });
});

describe('a rejected login', () => {
  it('returns CHALLENGE_EXPIRED for a challenge that is unknown, used or 120 s old', async () => {
    const { authenticator } = await vault.client.openAccount();
    const used = await prepare(authenticator);
    await verify(used);
    await expect(verify(used)).rejects.toMatchObject(refused('CHALLENGE_EXPIRED'));
    await expect(verify({ ...used, challengeId: opaqueId() })).rejects.toMatchObject(
      refused('CHALLENGE_EXPIRED'),
    );
    const late = await prepare(authenticator);
    vault.clock.advance(120_000);
    await expect(verify(late)).rejects.toMatchObject(refused('CHALLENGE_EXPIRED'));
  });

  it('returns CHALLENGE_MISMATCH for a registration’s challenge, and for a signature over a different challenge', async () => {
    const { authenticator } = await vault.client.openAccount();
    const { challengeId } = await vault.client.registrationOptions();
    const login = await prepare(authenticator);
    await expect(verify({ ...login, challengeId })).rejects.toMatchObject(
      refused('CHALLENGE_MISMATCH'),
    );
    const { challengeId: another } = await options();
    await expect(verify({ ...login, challengeId: another })).rejects.toMatchObject({
      status: 400,
      ...refused('CHALLENGE_MISMATCH'),
    });
  });

  it('returns UNKNOWN_PASSKEY for a passkey that was never registered', async () => {
    const { authenticator } = await vault.client.openAccount();
    const login = await prepare(authenticator);
    const id = opaqueId();
    await expect(
      verify({ ...login, credential: { ...login.credential, id, rawId: id } }),
    ).rejects.toMatchObject({ status: 403, ...refused('UNKNOWN_PASSKEY') });
  });

  it('returns UNKNOWN_PASSKEY for a passkey that stayed provisional for ten minutes', async () => {
    const authenticator = createSoftAuthenticator();
    await vault.client.register(authenticator);
    vault.clock.advance(600_000);
    await expect(vault.client.logIn(authenticator)).rejects.toMatchObject(
      refused('UNKNOWN_PASSKEY'),
    );
  });

  it('returns TENANT_MISMATCH for a passkey or a challenge of another tenant', async () => {
    const other = vault.clientOf(OTHER_TENANT);
    const { authenticator } = await other.openAccount();
    await expect(vault.client.logIn(authenticator)).rejects.toMatchObject({
      status: 403,
      ...refused('TENANT_MISMATCH'),
    });
    const { challengeId } = await options(other);
    const login = await prepare(authenticator);
    await expect(verify({ ...login, challengeId })).rejects.toMatchObject(
      refused('TENANT_MISMATCH'),
    );
  });

  it('returns AUTH_FAILED for a wrong origin, signature or user handle, and the last two consume the challenge', async () => {
    const { authenticator } = await vault.client.openAccount();
    const wrongs = [
      (credential: wire.DiscoverableAssertionCredential) => ({
        ...credential,
        response: { ...credential.response, userHandle: opaqueId() },
      }),
      (credential: wire.DiscoverableAssertionCredential) => ({
        ...credential,
        response: {
          ...credential.response,
          signature: `${credential.response.signature.slice(0, -4)}AAAA`,
        },
      }),
    ];
    for (const wrong of wrongs) {
      const login = await prepare(authenticator);
      await expect(verify({ ...login, credential: wrong(login.credential) })).rejects.toMatchObject(
        { status: 401, ...refused('AUTH_FAILED') },
      );
      await expect(verify(login)).rejects.toMatchObject(refused('CHALLENGE_EXPIRED'));
    }
    await expect(
      vault.client.logIn(authenticator, { origin: TENANT.origin }),
    ).rejects.toMatchObject(refused('AUTH_FAILED'));
  });

  it('returns FINISH_REGISTRATION for a valid assertion by a provisional passkey', async () => {
    const first = createSoftAuthenticator();
    await vault.client.register(first);
    await expect(vault.client.logIn(first)).rejects.toMatchObject({
      status: 409,
      ...refused('FINISH_REGISTRATION'),
    });
    const { account } = await vault.client.openAccount();
    const added = createSoftAuthenticator();
    await vault.client.addPasskey(account, added);
    await expect(vault.client.logIn(added)).rejects.toMatchObject(refused('FINISH_REGISTRATION'));
  });

  it('returns AUTH_FAILED, not FINISH_REGISTRATION, for an invalid assertion by a provisional passkey', async () => {
    const authenticator = createSoftAuthenticator();
    await vault.client.register(authenticator);
    const flipped = {
      edit: {
        signature: (bytes: Uint8Array) => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1),
      },
    };
    await expect(vault.client.logIn(authenticator, flipped)).rejects.toMatchObject(
      refused('AUTH_FAILED'),
    );
  });

  it('returns AUTH_FAILED for a counter that decreased, because the authenticator may have been cloned', async () => {
    const authenticator = createSoftAuthenticator({ counter: 10 });
    await vault.client.openAccount(authenticator);
    await vault.client.logIn(authenticator);
    authenticator.setCounter(11);
    await expect(vault.client.logIn(authenticator)).rejects.toMatchObject(refused('AUTH_FAILED'));
    authenticator.setCounter(500);
    await vault.client.logIn(authenticator);
  });

  it('returns AUTH_RETRY for all but one of several valid assertions with the same counter', async () => {
    const store = createMemoryVaultStore();
    const { promise: allVerified, resolve: letGo } = Promise.withResolvers<void>();
    let count = 0;
    const racing = await startVault({
      store: {
        ...store,
        async logIn(login) {
          count++;
          if (count === 4) letGo();
          await allVerified;
          return store.logIn(login);
        },
      },
    });
    const authenticator = createSoftAuthenticator({ counter: 1 });
    await racing.client.openAccount(authenticator);
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        racing.client.logIn(authenticator, {
          edit: {
            authData(parts) {
              parts.counter = 100;
            },
          },
        }),
      ),
    );
    const codes = results.map((result) =>
      result.status === 'fulfilled' ? 'OK' : (result.reason as { code: string }).code,
    );
    expect(codes.toSorted()).toEqual(['AUTH_RETRY', 'AUTH_RETRY', 'AUTH_RETRY', 'OK']);
    await racing.close();
  });

  it('accepts only one of 50 parallel uses of a challenge', async () => {
    const { authenticator } = await vault.client.openAccount();
    const login = await prepare(authenticator);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => verify(login)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
