import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toBase64url } from '../../../shared/bytes.ts';
import * as wire from '../../../shared/wire/vault.ts';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../helpers/soft-authenticator.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, startVault, TENANT } from './harness.ts';

let vault: Harness;
beforeEach(async () => {
  vault = await startVault();
});
afterEach(() => vault.close());

const VERIFY = '/v1/registration/verify';
const refused = (code: string) => ({ code });

async function prepare(
  authenticator: SoftAuthenticator = createSoftAuthenticator(),
  token?: string,
) {
  const { challengeId, accountId, options } = await vault.client.registrationOptions(token);
  const { credential } = authenticator.create(options, vault.client.ceremony());
  return { accountId, body: { challengeId, credential } };
}

const verifyNew = (body: unknown, token?: string) =>
  vault.client.post(wire.NewRegistrationResponse, VERIFY, body, token);
const verifyAdded = (body: unknown, token?: string) =>
  vault.client.post(wire.AddedPasskeyResponse, VERIFY, body, token);

describe('registration options', () => {
  it('names the tenant, allows ES256 and RS256, and uses a new account and challenge for each call', async () => {
    const first = await vault.client.registrationOptions();
    const second = await vault.client.registrationOptions();
    expect(first.options).toMatchObject({
      rp: { name: TENANT.name, id: TENANT.rpId },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      excludeCredentials: [],
    });
    expect(first.options.user.id).toBe(first.accountId);
    expect(first.accountId).not.toBe(second.accountId);
    expect(first.options.challenge).not.toBe(second.options.challenge);
  });

  it('excludes the passkeys of the session’s account', async () => {
    const { account } = await vault.client.openAccount();
    const { options, accountId } = await vault.client.registrationOptions(account.token);
    expect(accountId).toBe(account.accountId);
    expect(options.user.id).toBe(account.accountId);
    expect(options.excludeCredentials).toEqual([
      { id: account.wraps[0], type: 'public-key', transports: ['internal'] },
    ]);
  });
});

describe('ENROLLMENT_DISABLED', () => {
  it('while enrolment is disabled, rejects requests for anonymous options, and rejects accounts whose options are older', async () => {
    const { body } = await prepare();
    const closed = await startVault({
      store: vault.store,
      tenants: [{ ...TENANT, enrollment: false }],
    });
    await expect(closed.client.registrationOptions()).rejects.toMatchObject(
      refused('ENROLLMENT_DISABLED'),
    );
    await expect(
      closed.client.post(wire.NewRegistrationResponse, VERIFY, body),
    ).rejects.toMatchObject(refused('ENROLLMENT_DISABLED'));
    const config = await closed.client.ask(wire.ConfigResponse, 'GET', '/v1/config');
    expect(config.enrollmentEnabled).toBe(false);
  });

  it('accepts passkeys of existing accounts while enrolment is disabled', async () => {
    const { account } = await vault.client.openAccount();
    const closed = await startVault({
      store: vault.store,
      tenants: [{ ...TENANT, enrollment: false }],
    });
    await closed.client.addPasskey(account, createSoftAuthenticator());
  });
});

describe('challenges of registrations', () => {
  it('returns CHALLENGE_EXPIRED for a challenge that is unknown, used or 120 s old', async () => {
    const used = await prepare();
    await verifyNew(used.body);
    await expect(verifyNew(used.body)).rejects.toMatchObject(refused('CHALLENGE_EXPIRED'));
    await expect(verifyNew({ ...used.body, challengeId: opaqueId() })).rejects.toMatchObject(
      refused('CHALLENGE_EXPIRED'),
    );

    const late = await prepare();
    const inTime = await prepare();
    vault.clock.advance(119_999);
    await verifyNew(inTime.body);
    vault.clock.advance(1);
    await expect(verifyNew(late.body)).rejects.toMatchObject(refused('CHALLENGE_EXPIRED'));
  });

  it('returns CHALLENGE_MISMATCH for a login’s challenge', async () => {
    const { body } = await prepare();
    const login = await vault.client.post(
      wire.AuthenticationOptionsResponse,
      '/v1/authentication/options',
      {},
    );
    await expect(verifyNew({ ...body, challengeId: login.challengeId })).rejects.toMatchObject(
      refused('CHALLENGE_MISMATCH'),
    );
  });

  it('returns CHALLENGE_MISMATCH when the request names one challenge and the signature covers another', async () => {
    const { body } = await prepare();
    const { challengeId } = await vault.client.registrationOptions();
    await expect(verifyNew({ ...body, challengeId })).rejects.toMatchObject(
      refused('CHALLENGE_MISMATCH'),
    );
  });

  it('returns CHALLENGE_MISMATCH when a new account is verified with a session’s token', async () => {
    const { account } = await vault.client.openAccount();
    const { body } = await prepare();
    await expect(verifyNew(body, account.token)).rejects.toMatchObject(
      refused('CHALLENGE_MISMATCH'),
    );
  });

  it('returns CHALLENGE_MISMATCH when a passkey is verified in a different session of the account', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const { body } = await prepare(createSoftAuthenticator(), account.token);
    const other = await vault.client.logIn(authenticator);
    await expect(verifyAdded(body, other.token)).rejects.toMatchObject(
      refused('CHALLENGE_MISMATCH'),
    );
  });

  it('returns AUTH_REQUIRED when a passkey is verified without its session', async () => {
    const { account } = await vault.client.openAccount();
    const { body } = await prepare(createSoftAuthenticator(), account.token);
    await expect(verifyAdded(body)).rejects.toMatchObject(refused('AUTH_REQUIRED'));
  });

  it('a failed verification consumes the challenge, but an invalid request doesn’t', async () => {
    const { body } = await prepare();
    const wrong = structuredClone(body);
    const bad = {
      ...wrong,
      credential: { ...wrong.credential, rawId: toBase64url(new Uint8Array(16)) },
    };
    await expect(verifyNew({ ...body, extra: 1 })).rejects.toMatchObject(
      refused('INVALID_REQUEST'),
    );
    await expect(verifyNew(bad)).rejects.toMatchObject(refused('AUTH_FAILED'));
    await expect(verifyNew(body)).rejects.toMatchObject(refused('CHALLENGE_EXPIRED'));
  });

  it('accepts only one of 50 parallel uses of a registration’s challenge', async () => {
    const { body } = await prepare();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => verifyNew(body)));
    const won = results.filter(({ status }) => status === 'fulfilled');
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
    );
    expect(won).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['CHALLENGE_EXPIRED']));
  });
});

describe('AUTH_FAILED', () => {
  it('rejects a ceremony whose page has an origin that isn’t accepted', async () => {
    const { challengeId, options } = await vault.client.registrationOptions();
    // The tenant's https origin isn't among the origins that are accepted in ceremonies.
    const { credential } = createSoftAuthenticator().create(options, { origin: TENANT.origin });
    await expect(verifyNew({ challengeId, credential })).rejects.toMatchObject({
      status: 401,
      ...refused('AUTH_FAILED'),
    });
  });
});

describe('CREDENTIAL_EXISTS', () => {
  it('rejects a credential id that the tenant already has, whichever account owns it', async () => {
    const { authenticator, account } = await vault.client.openAccount();
    const known = Buffer.from(authenticator.credentials[0]?.id ?? '', 'base64url');
    const copy = async (token?: string) => {
      const { challengeId, options } = await vault.client.registrationOptions(token);
      const { credential } = createSoftAuthenticator().create(options, {
        ...vault.client.ceremony(),
        edit: {
          authData: (parts) => {
            parts.credentialId = new Uint8Array(known);
          },
        },
      });
      const id = toBase64url(known);
      return { challengeId, credential: { ...credential, id, rawId: id } };
    };
    await expect(verifyNew(await copy())).rejects.toMatchObject({
      status: 409,
      ...refused('CREDENTIAL_EXISTS'),
    });
    await expect(verifyAdded(await copy(account.token), account.token)).rejects.toMatchObject(
      refused('CREDENTIAL_EXISTS'),
    );
  });
});

describe('VAULT_PENDING', () => {
  it('doesn’t let a bootstrap session add a passkey or read a vault', async () => {
    const { token } = await vault.client.register(createSoftAuthenticator());
    await expect(vault.client.registrationOptions(token)).rejects.toMatchObject({
      status: 409,
      ...refused('VAULT_PENDING'),
    });
    await expect(vault.client.vault(token)).rejects.toMatchObject(refused('VAULT_PENDING'));
  });

  it('no longer returns VAULT_PENDING in the same session after the first commit', async () => {
    const authenticator = createSoftAuthenticator();
    const { account } = await vault.client.register(authenticator);
    await vault.client.commit(account, authenticator);
    await vault.client.vault(account.token);
    await vault.client.addPasskey(account, createSoftAuthenticator());
  });
});

describe('PASSKEY_LIMIT', () => {
  it('rejects the ninth passkey at options and at verify', async () => {
    const { account } = await vault.client.openAccount();
    for (let i = 0; i < 6; i++) {
      await vault.client.addPasskey(account, createSoftAuthenticator());
    }
    const eighth = await prepare(createSoftAuthenticator(), account.token);
    const ninth = await prepare(createSoftAuthenticator(), account.token);
    await verifyAdded(eighth.body, account.token);
    await expect(verifyAdded(ninth.body, account.token)).rejects.toMatchObject({
      status: 409,
      ...refused('PASSKEY_LIMIT'),
    });
    await expect(vault.client.registrationOptions(account.token)).rejects.toMatchObject(
      refused('PASSKEY_LIMIT'),
    );
  });

  it('counts provisional passkeys for ten minutes only', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    for (let i = 0; i < 7; i++) {
      await vault.client.addPasskey(account, createSoftAuthenticator());
    }
    vault.clock.advance(599_999);
    await expect(vault.client.registrationOptions(account.token)).rejects.toMatchObject(
      refused('PASSKEY_LIMIT'),
    );
    vault.clock.advance(1);
    account.token = (await vault.client.logIn(authenticator)).token;
    const { options } = await vault.client.registrationOptions(account.token);
    expect(options.excludeCredentials).toHaveLength(1);
  });
});
