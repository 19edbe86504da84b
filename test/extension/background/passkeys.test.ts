import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CeremonyError } from '../../../entrypoints/background/vault/home/errors.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const KEY = `0x${'11'.repeat(32)}`;

let harness: Harness;
beforeEach(async () => {
  harness = await startVault({ tenants: [{ ...TENANT, extensions: true }] });
});
afterEach(() => harness.close());

/** A device with an open vault, and a separate security key. */
async function owner() {
  const securityKey = createSoftAuthenticator();
  const phone = createDevice({ harness, authenticator: createSoftAuthenticator(), name: 'phone' });
  await phone.session.createAccount();
  await phone.wallets.import('Key', KEY);
  phone.prompts.another = securityKey;
  phone.purposes.length = 0;
  phone.requests.length = 0;
  return { phone, securityKey };
}

const laptopWith = (authenticator: ReturnType<typeof createSoftAuthenticator>) =>
  createDevice({ harness, authenticator, name: 'laptop' });

describe('a second passkey', () => {
  it('creates, tests and confirms a second passkey, which can then open the vault alone', async () => {
    const { phone, securityKey } = await owner();
    await phone.passkeys.add('Security key');
    expect(phone.purposes).toEqual([
      'create-another-passkey',
      'try-new-passkey',
      'confirm-with-former-passkey',
    ]);
    expect(phone.passkeys.view()).toMatchObject([
      { name: 'phone', isInUse: true },
      { name: 'Security key', isInUse: false },
    ]);
    const laptop = laptopWith(securityKey);
    await laptop.session.signIn();
    expect(laptop.addresses()).toEqual(phone.addresses());
  });

  it.each(['none', 'different'] as const)(
    'tests a second passkey twice when its creation returns this kind of PRF value: %s',
    async (atCreate) => {
      const { phone, securityKey } = await owner();
      phone.prompts.atCreate = atCreate;
      await phone.passkeys.add('Security key');
      expect(phone.purposes.filter((purpose) => purpose === 'try-new-passkey')).toHaveLength(2);
      await laptopWith(securityKey).session.signIn();
    },
  );

  it('excludes the vault’s existing passkey from the creation prompt even if the server names no passkey', async () => {
    const { phone, securityKey } = await owner();
    const known = phone.authenticator.credentials.map(({ id }) => id);
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/registration/options') return response;
      const answer = JSON.parse(await response.text());
      return Response.json({ ...answer, options: { ...answer.options, excludeCredentials: [] } });
    };
    const { create } = securityKey;
    let excluded: string[] = [];
    securityKey.create = (options, ceremony) => {
      excluded = options.excludeCredentials.map(({ id }) => id);
      return create(options, ceremony);
    };
    await phone.passkeys.add('Security key');
    expect(known).toHaveLength(1);
    expect(excluded).toEqual(known);
  });

  it('never commits a passkey that returns a different key each time', async () => {
    const { phone } = await owner();
    phone.prompts.unstable = true;
    await expect(phone.passkeys.add('Security key')).rejects.toMatchObject({ code: 'prfDiffers' });
    expect(phone.requests).not.toContain('POST /v1/mutations/commit');
    expect(phone.passkeys.view()).toHaveLength(1);
  });

  it('refuses a ninth passkey before any prompt', async () => {
    const { phone } = await owner();
    for (let i = 2; i <= 8; i++) {
      phone.prompts.another = createSoftAuthenticator();
      await phone.passkeys.add(`Passkey ${i}`);
    }
    phone.purposes.length = 0;
    await expect(phone.passkeys.add('Passkey 9')).rejects.toMatchObject({
      code: 'tooManyPasskeys',
    });
    expect(phone.purposes).toEqual([]);
    expect(phone.passkeys.view()).toHaveLength(8);
  });

  it('lists a renamed passkey’s new name on another device', async () => {
    const { phone, securityKey } = await owner();
    await phone.passkeys.add('Security key');
    const credentialId = phone.passkeys.view()[1]?.credentialId ?? '';
    const edit = {
      kind: 'rename-passkey',
      credentialId,
      name: 'Blue key',
      was: 'Security key',
    } as const;
    await phone.session.save({ purpose: 'save-changes', edits: [{ ...edit, at: 1 }] });
    const laptop = laptopWith(securityKey);
    await laptop.session.signIn();
    expect(laptop.passkeys.view().map(({ name }) => name)).toEqual(['phone', 'Blue key']);
  });
});

describe('an interrupted attempt to add a passkey', () => {
  /**
   * Creates an owner whose attempt to add a passkey ended because the prompt that tests the new
   * passkey was cancelled.
   */
  async function brokenOff() {
    const found = await owner();
    const { phone } = found;
    phone.prompts.beforeAssertion = async () => {
      delete phone.prompts.beforeAssertion;
      throw new CeremonyError('cancelled', 'the prompt ended');
    };
    await expect(phone.passkeys.add('Security key')).rejects.toMatchObject({ code: 'cancelled' });
    expect(phone.passkeys.view()).toHaveLength(1);
    phone.purposes.length = 0;
    return found;
  }

  it('continues an interrupted attempt to add a passkey without creating a second passkey', async () => {
    const { phone, securityKey } = await brokenOff();
    await phone.passkeys.add('Security key');
    expect(phone.purposes).toEqual(['try-new-passkey', 'confirm-with-former-passkey']);
    expect(securityKey.credentials).toHaveLength(1);
    const laptop = laptopWith(securityKey);
    await laptop.session.signIn();
    expect(laptop.addresses()).toEqual(phone.addresses());
  });

  it('forgets an interrupted attempt to add a passkey after ten minutes', async () => {
    const { phone } = await brokenOff();
    harness.clock.advance(300_000);
    // The user stays active, because the wallet must not lock during the test.
    await phone.session.extendDeadline();
    harness.clock.advance(300_001);
    phone.prompts.another = createSoftAuthenticator();
    await phone.passkeys.add('Security key');
    expect(phone.purposes).toContain('create-another-passkey');
    expect(phone.passkeys.view()).toHaveLength(2);
  });

  it('deletes the data of an interrupted attempt once the passkey has been added', async () => {
    const { phone } = await brokenOff();
    await phone.passkeys.add('Security key');
    phone.purposes.length = 0;
    phone.prompts.another = createSoftAuthenticator();
    await phone.passkeys.add('Third');
    expect(phone.purposes[0]).toBe('create-another-passkey');
    expect(phone.areas.session.content.has('provisional-passkey')).toBe(false);
  });
});

describe('a removed passkey', () => {
  it('creates a new passkey instead of using a removed passkey whose addition seemed to be interrupted', async () => {
    const { phone, securityKey } = await owner();
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      const isSent = phone.purposes.includes('confirm-with-former-passkey');
      if (isSent && path !== '/v1/mutations/options') throw new TypeError('connection reset');
      return response;
    };
    await expect(phone.passkeys.add('Security key')).rejects.toThrow();
    delete phone.network.intercept;
    await phone.session.sync();
    const [first] = securityKey.credentials;
    await phone.passkeys.remove(first?.id ?? '');
    await phone.passkeys.add('Another');
    expect(phone.passkeys.view().map(({ credentialId }) => credentialId)).not.toContain(first?.id);
    expect(securityKey.credentials).toHaveLength(2);
  });

  it('makes a removed passkey useless and notifies its provider', async () => {
    const { phone, securityKey } = await owner();
    await phone.passkeys.add('Security key');
    const lost = phone.passkeys.view()[1]?.credentialId ?? '';
    const laptop = laptopWith(securityKey);
    await laptop.session.signIn();
    await phone.passkeys.remove(lost);
    expect(phone.passkeys.view().map(({ name }) => name)).toEqual(['phone']);
    expect(phone.forgotten).toEqual([lost]);
    expect(phone.session.state()).toMatchObject({ device: { revision: 4 } });
    await expect(laptopWith(securityKey).session.signIn()).rejects.toMatchObject({
      code: 'UNKNOWN_PASSKEY',
    });
    await expect(laptop.session.sync()).rejects.toMatchObject({ code: 'UNKNOWN_PASSKEY' });
    await phone.wallets.import('After', `0x${'22'.repeat(32)}`);
    expect(phone.addresses()).toHaveLength(2);
  });

  it('refuses to remove the passkey that opened the vault', async () => {
    const { phone } = await owner();
    await phone.passkeys.add('Security key');
    const own = phone.passkeys.view()[0]?.credentialId ?? '';
    await expect(phone.passkeys.remove(own)).rejects.toMatchObject({ code: 'passkeyInUse' });
    expect(phone.passkeys.view()).toHaveLength(2);
  });

  it('keeps a passkey and fails with noRemoval when the server has no route for removals', async () => {
    await harness.close();
    harness = await startVault({ tenants: [TENANT] });
    const { phone } = await owner();
    await phone.passkeys.add('Security key');
    const lost = phone.passkeys.view()[1]?.credentialId ?? '';
    await expect(phone.passkeys.remove(lost)).rejects.toMatchObject({ code: 'noRemoval' });
    expect(phone.passkeys.view()).toHaveLength(2);
  });
});

describe('the passkey prompt before a secret is shown', () => {
  it('prompts for the passkey to show a secret, even while the server is unreachable', async () => {
    const { phone } = await owner();
    phone.network.intercept = () => Promise.reject(new TypeError('offline'));
    await phone.passkeys.confirm('show-secret');
    expect(phone.purposes).toEqual(['show-secret']);
  });

  it('refuses to show a secret when the prompt is cancelled or returns a different key', async () => {
    const { phone } = await owner();
    phone.prompts.unstable = true;
    await expect(phone.passkeys.confirm('show-secret')).rejects.toMatchObject({
      code: 'OTHER_VAULT',
    });
    phone.prompts.refuse = 'cancelled';
    await expect(phone.passkeys.confirm('show-secret')).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
