import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toBase64url } from '../../../shared/bytes.ts';
import { VAULT_SLOTS } from '../../../shared/vault/slots.ts';
import { REPETITIONS } from '../../belts.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';
import type { memoryAreas } from '../helpers/memory-areas.ts';
import { mortalAreas } from '../helpers/mortal-areas.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = `0x${'11'.repeat(32)}`;
const KEY_ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
const OWN_RP_ID = TENANT.webauthnOrigins[0] ?? '';
const NOTHING = { wallets: [], contacts: [], settings: {}, backups: [], tombstones: [] };

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

const device = (options: Partial<Parameters<typeof createDevice>[0]> = {}) =>
  createDevice({ harness, authenticator: createSoftAuthenticator(), ...options });

async function deviceWithVault() {
  const phone = device();
  await phone.session.resume();
  await phone.session.createHere(() => NOTHING);
  return phone;
}

/** Returns the same profile in a new worker. */
async function restarted(phone: ReturnType<typeof createDevice>) {
  const { authenticator, areas } = phone;
  const next = device({ authenticator, areas });
  await next.session.resume();
  return next;
}

const envelopeOf = async (phone: ReturnType<typeof createDevice>) =>
  JSON.parse((await phone.record.read())?.envelopeText ?? '{}');

describe('a vault of this device', () => {
  it('creates a vault with one passkey of the extension and two prompts, and sends no request', async () => {
    const phone = await deviceWithVault();
    expect(phone.purposes).toEqual(['create-vault', 'confirm-new-passkey']);
    expect(phone.requests).toEqual([]);
    expect(phone.authenticator.credentials).toMatchObject([{ rpId: OWN_RP_ID }]);
    const { accountId, revision, v } = await envelopeOf(phone);
    expect({ v, revision }).toEqual({ v: 2, revision: 1 });
    expect(phone.authenticator.credentials[0]?.userHandle).toBe(accountId);
  });

  it('draws a new account id for each device vault', async () => {
    const ids = await Promise.all(
      [deviceWithVault(), deviceWithVault()].map(
        async (phone) => (await envelopeOf(await phone)).accountId,
      ),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('opens a locked device vault with one prompt and no request', async () => {
    const phone = await deviceWithVault();
    await phone.wallets.import('Savings', PHRASE);
    await phone.session.lock();
    phone.purposes.length = 0;
    await phone.session.unlock();
    expect(phone.purposes).toEqual(['unlock']);
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
    expect(phone.signer.canSign(FIRST_ADDRESS)).toBe(true);
    expect(phone.requests).toEqual([]);
  });

  it('opens a device vault within 30 ms of the assertion in the fastest of 20 runs', async () => {
    const phone = await deviceWithVault();
    await phone.wallets.import('Savings', PHRASE);
    const times: number[] = [];
    for (let n = 0; n < 20; n++) {
      await phone.session.lock();
      let assertedAt = Number.NaN;
      phone.prompts.beforeAssertion = async () => {
        assertedAt = performance.now();
      };
      await phone.session.unlock();
      times.push(performance.now() - assertedAt);
    }
    // The fastest run shows the work itself, because other processes only slow runs down.
    expect(Math.min(...times)).toBeLessThan(30);
  });

  it('a new worker opens the vault without a prompt if the auto-lock deadline hasn’t passed', async () => {
    const phone = await deviceWithVault();
    await phone.wallets.import('Savings', PHRASE);
    const next = await restarted(phone);
    expect(next.addresses()).toEqual([FIRST_ADDRESS]);
    await next.wallets.import('Key', KEY);
    expect(next.purposes).toEqual(['save-wallet']);
    await next.session.lock();
    const last = await restarted(next);
    expect(last.session.state().status).toBe('locked');
    await last.session.unlock();
    expect(last.addresses()).toEqual([FIRST_ADDRESS, KEY_ADDRESS]);
  });

  it('saves each revision with the digest of the previous revision and with a fresh salt', async () => {
    const phone = await deviceWithVault();
    const first = await phone.record.read();
    await phone.wallets.import('Savings', PHRASE);
    const second = await phone.record.read();
    const state = phone.session.state();
    expect(state.status === 'unlocked' && state.payload.prevDigest).toBe(first?.digest);
    expect(second?.revision).toBe(2);
    const salts = [first, second].map(
      (vault) => JSON.parse(vault?.envelopeText ?? '').wraps[0].salt,
    );
    expect(salts[0]).not.toBe(salts[1]);
  });

  it.each(['none', 'different'] as const)(
    'opens a new vault even if the passkey’s creation returned a missing or a different PRF value (%s)',
    async (atCreate) => {
      const phone = device();
      phone.prompts.atCreate = atCreate;
      await phone.session.createHere(() => NOTHING);
      await phone.session.lock();
      await phone.session.unlock();
      expect(phone.session.state().status).toBe('unlocked');
    },
  );

  it('doesn’t create a vault when the authenticator returns a different key each time, and deletes the new passkey', async () => {
    const phone = device();
    phone.prompts.unstable = true;
    await expect(phone.session.createHere(() => NOTHING)).rejects.toMatchObject({
      code: 'prfDiffers',
    });
    expect(await phone.record.read()).toBeUndefined();
    expect(phone.forgotten).toEqual(phone.authenticator.credentials.map(({ id }) => id));
  });

  it('refuses a second vault on a device, and any vault in a browser without extension passkeys', async () => {
    const phone = await deviceWithVault();
    await expect(phone.session.createHere(() => NOTHING)).rejects.toMatchObject({
      code: 'DEVICE_HAS_VAULT',
    });
    const firefox = device({ hasDeviceHome: false });
    await expect(firefox.session.createHere(() => NOTHING)).rejects.toMatchObject({
      code: 'NO_DEVICE_VAULT',
    });
  });

  it('opens the vault with an added passkey, and saves a fresh salt and no wrap of a removed passkey', async () => {
    const phone = await deviceWithVault();
    await phone.wallets.import('Savings', PHRASE);
    const [first] = phone.authenticator.credentials;
    const old = await phone.record.read();
    const key = createSoftAuthenticator();
    phone.prompts.another = key;
    await phone.passkeys.add('Security key');
    expect(phone.purposes.slice(-3)).toEqual([
      'create-another-passkey',
      'try-new-passkey',
      'confirm-with-former-passkey',
    ]);
    await phone.session.lock();
    phone.authenticator.forget(first?.id ?? '');
    await phone.session.unlock();
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
    await phone.passkeys.remove(first?.id ?? '');
    const { wraps } = await envelopeOf(phone);
    expect(wraps.map(({ credentialId }: { credentialId: string }) => credentialId)).toEqual([
      key.credentials[0]?.id,
    ]);
    // The old envelope's root key doesn't open the new envelope.
    expect(JSON.parse(old?.envelopeText ?? '').wraps[0].salt).not.toBe(wraps[0].salt);
  });

  it('offers only the remaining passkey to confirm the removal of a passkey', async () => {
    const phone = await deviceWithVault();
    const key = createSoftAuthenticator();
    phone.prompts.another = key;
    await phone.passkeys.add('Security key');
    const { accountId = '', revision = 0 } = phone.session.device() ?? {};
    const [first, second] = [phone.authenticator, key].map(({ credentials }) => credentials[0]?.id);
    const asked = await phone.homes.device?.removalOptions(accountId, {
      revision,
      digest: accountId,
      operationId: accountId,
      credentialIds: [first ?? ''],
    });
    expect(asked?.options.allowCredentials.map(({ id }) => id)).toEqual([second]);
  });

  it('accepts at most eight passkeys', async () => {
    const phone = await deviceWithVault();
    for (let n = 2; n <= 8; n++) {
      phone.prompts.another = createSoftAuthenticator();
      await phone.passkeys.add(`Key ${n}`);
      delete phone.prompts.another;
    }
    expect((await envelopeOf(phone)).wraps).toHaveLength(8);
    await expect(phone.passkeys.add('Key 9')).rejects.toMatchObject({ code: 'tooManyPasskeys' });
  });

  it('keeps the changes of two concurrent saves', async () => {
    const phone = await deviceWithVault();
    await Promise.all([phone.wallets.import('Savings', PHRASE), phone.wallets.import('Key', KEY)]);
    expect(new Set(phone.addresses())).toEqual(new Set([FIRST_ADDRESS, KEY_ADDRESS]));
    const last = await restarted(phone);
    expect(last.addresses()).toHaveLength(2);
    expect((await last.record.read())?.revision).toBe(3);
  });

  it('finishes a save at the next unlock when the wallet was locked during its confirmation', async () => {
    const phone = await deviceWithVault();
    phone.prompts.beforeAssertion = async () => {
      delete phone.prompts.beforeAssertion;
      await phone.session.lock();
    };
    await phone.wallets.import('Savings', PHRASE);
    expect(phone.session.state().status).toBe('locked');
    await phone.session.unlock();
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
  });

  it('restores a recovery file into the empty vault of another device without a request', async () => {
    const phone = await deviceWithVault();
    await phone.wallets.import('Savings', PHRASE);
    const { text, code } = await phone.backup.recoveryFile();
    const other = await deviceWithVault();
    await other.backup.restore(text, code);
    expect(other.addresses()).toEqual([FIRST_ADDRESS]);
    expect(other.requests).toEqual([]);
  });

  it('reports a damaged vault text, and doesn’t overwrite it', async () => {
    const phone = await deviceWithVault();
    await phone.session.lock();
    phone.areas.local.content.set('vault-a', { version: 1, value: '{"v":2' });
    await expect(phone.session.unlock()).rejects.toMatchObject({ code: 'DAMAGED_DEVICE_VAULT' });
    expect(phone.areas.local.content.get('vault-a')).toEqual({ version: 1, value: '{"v":2' });
  });

  it('refuses the passkey of a different device’s vault', async () => {
    const phone = await deviceWithVault();
    await phone.session.lock();
    const [own] = phone.authenticator.credentials;
    const stranger = await deviceWithVault();
    const [other] = stranger.authenticator.credentials;
    phone.prompts.another = stranger.authenticator;
    phone.authenticator.forget(own?.id ?? '');
    expect(other?.rpId).toBe(OWN_RP_ID);
    await expect(phone.session.unlock()).rejects.toThrow();
    expect(phone.session.state().status).toBe('locked');
  });
});

describe('a worker that dies during a save', () => {
  const KILLS = REPETITIONS.storageKills;
  it(`keeps the old or the new vault, and leaves no second copy, after each of ${KILLS} random kills`, async () => {
    const phone = await deviceWithVault();
    const { areas, authenticator } = phone;
    await phone.session.lock();
    const random = createFakeRandom('kills of a device vault');
    const number = (below: number) => (random.bytes(1)[0] ?? 0) % below;
    let saved: string[] = [];
    let deaths = 0;
    for (let n = 0; deaths < KILLS; n++) {
      const mortal = mortalAreas(areas, { afterWrites: number(5), isDone: number(2) === 0 });
      const worker = device({ authenticator, areas: mortal.areas });
      const name = `Contact ${n % 7}`;
      const address = `0x${String(n % 7).padStart(40, '0')}`;
      const isRemoval = saved.includes(name);
      try {
        await worker.session.resume();
        await worker.session.unlock();
        await worker.wallets.save([
          isRemoval ? { kind: 'remove-contact', address } : { kind: 'set-contact', address, name },
        ]);
      } catch {
        if (!mortal.isDead()) throw new Error('a save failed without a kill');
      }
      if (mortal.isDead()) deaths += 1;
      await worker.session.lock().catch(() => undefined);
      const changed = isRemoval ? saved.filter((one) => one !== name) : [...saved, name];
      const next = device({ authenticator, areas });
      await next.session.resume();
      await next.session.unlock();
      const state = next.session.state();
      const found =
        state.status === 'unlocked' ? state.payload.contacts.map((contact) => contact.name) : [];
      await next.session.lock();
      const outcomes = mortal.isDead() ? [saved, changed] : [changed];
      expect(outcomes.map((names) => names.toSorted())).toContainEqual(found.toSorted());
      expect(VAULT_SLOTS.filter((slot) => areas.local.content.has(slot))).toHaveLength(1);
      saved = found;
    }
  });
});

describe('the storage of a locked device vault', () => {
  it('the storage of a locked device vault contains no secret, key or name, as text or in a common encoding', async () => {
    const phone = await deviceWithVault();
    await phone.wallets.import('Canary wallet name', PHRASE);
    await phone.wallets.import('Second canary', KEY);
    const [credential] = phone.authenticator.credentials;
    const state = phone.session.state();
    const unlockKey = state.status === 'unlocked' ? state.passkey.secretKey.slice() : undefined;
    await phone.session.lock();
    const dump = dumpOf(phone.areas);
    expect(dump).toContain(credential?.id);
    const canaries = [
      'Canary wallet name',
      'Second canary',
      ...PHRASE.split(' '),
      FIRST_ADDRESS.slice(2),
      KEY_ADDRESS.slice(2),
      ...encodingsOf(new Uint8Array(32).fill(0x11)),
      ...encodingsOf(unlockKey ?? new Uint8Array(32)),
    ];
    const text = dump.toLowerCase();
    // Short words of the phrase are left out, because random base64url could contain them.
    const found = canaries.filter(
      (canary) => canary.length > 4 && text.includes(canary.toLowerCase()),
    );
    expect(found).toEqual([]);
    expect(dump).not.toContain('unlockKey');
  });
});

function dumpOf(areas: ReturnType<typeof memoryAreas>): string {
  return JSON.stringify([...areas.local.content.entries(), ...areas.session.content.entries()]);
}

function encodingsOf(bytes: Uint8Array): string[] {
  return [
    toBase64url(bytes),
    Buffer.from(bytes).toString('base64').replaceAll('=', ''),
    Buffer.from(bytes).toString('hex'),
    [...bytes].join(','),
  ];
}
