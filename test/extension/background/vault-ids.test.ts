import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toBase64url } from '../../../shared/bytes.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice, type Network } from '../helpers/device.ts';

const KEY = `0x${'11'.repeat(32)}`;
const OTHER_ID = toBase64url(new Uint8Array(32).fill(7));

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

const device = (name: string, authenticator = createSoftAuthenticator()) =>
  createDevice({ harness, authenticator, name });

/** Returns a network that replaces members of the server's answers to one path. */
function lying(
  at: string,
  lie: (answer: Record<string, unknown>) => object,
): NonNullable<Network['intercept']> {
  return async ({ path }, forward) => {
    const response = await forward();
    if (path !== at) return response;
    return new Response(JSON.stringify(lie(await response.json())), { status: response.status });
  };
}

/**
 * Creates two accounts. If the server lists the other account's passkey, the prompt uses that
 * passkey.
 */
async function twoAccounts() {
  const authenticator = createSoftAuthenticator();
  const other = device('other', authenticator);
  await other.session.createAccount();
  const phone = device('phone', authenticator);
  await phone.session.createAccount();
  return { phone, other, authenticator };
}

describe('creating a vault', () => {
  it.each([
    ['credentialId', { credentialId: toBase64url(new Uint8Array(16)) }],
    ['accountId', { accountId: OTHER_ID }],
  ])(
    'stops creating a vault when the server returns a %s that doesn’t match the created passkey',
    async (_, lie) => {
      const phone = device('phone');
      phone.network.intercept = lying('/v1/registration/verify', (answer) => ({
        ...answer,
        ...lie,
      }));
      await expect(phone.session.createAccount()).rejects.toMatchObject({ code: 'WRONG_IDS' });
      expect(phone.areas.local.content.has('vault')).toBe(false);
      expect(phone.requests).not.toContain('POST /v1/mutations/commit');
    },
  );

  it('stops before any prompt when the server’s account id differs from the user handle in its options', async () => {
    const phone = device('phone');
    phone.network.intercept = lying('/v1/registration/options', (answer) => ({
      ...answer,
      accountId: OTHER_ID,
    }));
    await expect(phone.session.createAccount()).rejects.toMatchObject({ code: 'WRONG_IDS' });
    expect(phone.purposes).toEqual([]);
  });

  it('refuses to create an account or to sign in on a device that already has a vault', async () => {
    const phone = device('phone');
    await phone.session.createAccount();
    const stored = structuredClone(phone.areas.local.content.get('vault'));
    for (const enter of [phone.session.createAccount, phone.session.signIn]) {
      await expect(enter()).rejects.toMatchObject({ code: 'DEVICE_HAS_VAULT' });
    }
    expect(phone.areas.local.content.get('vault')).toEqual(stored);
  });

  it('doesn’t create a second vault when another window creates a vault during the registration', async () => {
    const phone = device('phone');
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    phone.network.intercept = async (_request, forward) => {
      asked.resolve();
      await answer.promise;
      return forward();
    };
    const first = phone.session.createAccount();
    await asked.promise;
    delete phone.network.intercept;
    await phone.session.createAccount();
    const stored = structuredClone(phone.areas.local.content.get('vault'));
    answer.resolve();
    await expect(first).rejects.toMatchObject({ code: 'DEVICE_HAS_VAULT' });
    expect(phone.areas.local.content.get('vault')).toEqual(stored);
  });
});

describe('adding a passkey', () => {
  it('refuses a server that answers with a passkey that the vault already has', async () => {
    const phone = device('phone');
    await phone.session.createAccount();
    const existing = phone.passkeys.view()[0]?.credentialId;
    phone.requests.length = 0;
    phone.prompts.another = createSoftAuthenticator();
    phone.network.intercept = lying('/v1/registration/verify', (answer) => ({
      ...answer,
      credentialId: existing,
    }));
    await expect(phone.passkeys.add('Security key')).rejects.toMatchObject({ code: 'WRONG_IDS' });
    expect(phone.passkeys.view()).toHaveLength(1);
    expect(phone.requests).not.toContain('POST /v1/mutations/commit');
  });

  it('refuses to add a passkey when the server answers with a different account', async () => {
    const phone = device('phone');
    await phone.session.createAccount();
    phone.prompts.another = createSoftAuthenticator();
    phone.network.intercept = lying('/v1/registration/verify', (answer) =>
      'token' in answer ? answer : { ...answer, accountId: OTHER_ID },
    );
    await expect(phone.passkeys.add('Security key')).rejects.toMatchObject({ code: 'WRONG_IDS' });
  });
});

describe('signing in', () => {
  it('rejects a login when the server answers with an account other than the passkey’s', async () => {
    const { phone, other } = await twoAccounts();
    await phone.forget();
    const login = await otherLogin(other);
    phone.network.intercept = lying('/v1/authentication/verify', (answer) => ({
      ...answer,
      accountId: login.accountId,
      envelope: login.envelope,
    }));
    await expect(phone.session.signIn()).rejects.toMatchObject({ code: 'WRONG_IDS' });
    expect(phone.areas.local.content.has('vault')).toBe(false);
  });
});

describe('a commit', () => {
  it('never sends a commit with a passkey that can’t open the envelope', async () => {
    const { phone, authenticator } = await twoAccounts();
    const foreign = authenticator.credentials[0]?.id;
    phone.requests.length = 0;
    phone.network.intercept = lying('/v1/mutations/options', (answer) => ({
      ...answer,
      options: {
        ...Object(answer.options),
        allowCredentials: [{ id: foreign, type: 'public-key' }],
      },
    }));
    await expect(phone.wallets.import('Key', KEY)).rejects.toMatchObject({ code: 'OTHER_VAULT' });
    expect(phone.requests).not.toContain('POST /v1/mutations/commit');
  });
});

describe('the secret key of a passkey', () => {
  it('requests a passkey’s secret key to create a vault, but not for saves, new passkeys or confirmations', async () => {
    const phone = device('phone');
    await phone.session.createAccount();
    expect(phone.needs).toEqual(['secret', 'secret']);
    phone.needs.length = 0;
    await phone.wallets.import('Key', KEY);
    expect(phone.needs).toEqual(['none']);
    phone.needs.length = 0;
    phone.prompts.another = createSoftAuthenticator();
    await phone.passkeys.add('Security key');
    expect(phone.needs).toEqual(['public', 'public', 'none']);
    phone.needs.length = 0;
    await phone.passkeys.confirm('show-secret');
    expect(phone.needs).toEqual(['public']);
  });
});

/** Returns an honest server's answer to a login with another vault. */
async function otherLogin(other: ReturnType<typeof device>) {
  const { device: known } = Object(other.session.state());
  return { accountId: known.accountId, envelope: JSON.parse(known.envelopeText) };
}
