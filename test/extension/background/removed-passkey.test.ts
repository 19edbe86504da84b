import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContinuityEntry, KeyringEntry, VaultPayload } from '../../../shared/vault/payload.ts';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../helpers/soft-authenticator.ts';
import { createVaultThief, passkeyOf } from '../../helpers/vault-thief.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { type RestorableVault, startRestorableVault } from '../helpers/restorable-vault.ts';

const KEY = `0x${'11'.repeat(32)}`;
const OTHER_KEY = `0x${'22'.repeat(32)}`;
const PHRASE = 'test test test test test test test test test test test junk';
const OTHER_ACCOUNT = {
  address: '0x1563915e194D8CfBA1943570603F7606A3115508',
  name: 'Key',
  hidden: false,
};
const SECOND_ACCOUNT = {
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  name: 'Account 2',
  hidden: false,
  index: 1,
};
const PLANTED = `0x${'e'.repeat(40)}`;
const FRIEND = `0x${'f'.repeat(40)}`;

let server: RestorableVault;
beforeEach(async () => {
  server = await startRestorableVault({ isRemovalOn: true });
});
afterEach(() => server.close());

const device = (
  name: string,
  authenticator = createSoftAuthenticator(),
  areas?: Device['areas'],
): Device =>
  createDevice({
    harness: server,
    authenticator,
    name,
    ...(areas === undefined ? {} : { areas }),
  });

/**
 * Creates a phone whose vault had a second passkey. A thief opened the vault with this passkey
 * before the phone removed it. Afterwards, the thief has the server's database.
 */
async function robbed({
  isRegistered = true,
  authenticator = createSoftAuthenticator(),
}: {
  isRegistered?: boolean;
  authenticator?: SoftAuthenticator;
} = {}) {
  const phone = device('phone', authenticator);
  await phone.session.createAccount();
  await phone.wallets.import('Savings', KEY);
  await phone.wallets.save([{ kind: 'set-contact', address: FRIEND, name: 'Friend' }]);
  const stolen = createSoftAuthenticator();
  phone.prompts.another = stolen;
  await phone.passkeys.add('Stolen phone');
  phone.prompts.another = undefined;
  const thief = createVaultThief(server, passkeyOf(stolen));
  const read = thief.read();
  const laptop = device('laptop', authenticator);
  await laptop.session.signIn();
  server.clock.advance(1000);
  await phone.passkeys.remove(thief.credentialId);
  if (isRegistered) thief.register();
  return { authenticator, phone, laptop, stolen, thief, read };
}

async function addSecond(phone: Device, name = 'Second'): Promise<void> {
  phone.prompts.another = createSoftAuthenticator();
  await phone.passkeys.add(name);
  phone.prompts.another = undefined;
}

/** Adds a contact, removes a wallet and a contact, and adds the removed passkey again. */
function forgery(read: VaultPayload, change: Partial<VaultPayload> = {}): VaultPayload {
  const far = 9_000_000_000_000;
  return {
    ...read,
    createdAt: far,
    device: 'phone',
    wallets: [],
    contacts: [{ address: PLANTED, name: 'Friend', updatedAt: far }],
    keyring: read.keyring.map((entry) => ({ ...entry, addedAt: far })),
    tombstones: [
      ...read.wallets.map(({ id }) => ({ kind: 'wallet' as const, key: id, deletedAt: far })),
      { kind: 'contact' as const, key: FRIEND, deletedAt: far },
    ],
    ...change,
  };
}

const guessed = (epoch: number): ContinuityEntry => ({
  epoch,
  secret: randomBytes(32).toString('base64url'),
});

async function relock({ session }: Device): Promise<void> {
  await session.lock();
  await session.unlock();
  await session.syncEnded();
}

const diverged = ({ session }: Device) => {
  const state = session.syncState();
  if (!('offeredDigest' in state)) throw new Error(`the sync state is ${state.kind}`);
  return state;
};

const openPayload = ({ session }: Device) => {
  const state = session.state();
  if (state.status !== 'unlocked') throw new Error('the device is locked');
  return state.payload;
};

const contactsOf = (phone: Device) => openPayload(phone).contacts.map(({ address }) => address);
const storedOf = (phone: Device) => structuredClone(phone.areas.local.content);

const EPOCHS: readonly [string, (read: VaultPayload) => ContinuityEntry[]][] = [
  ['the epochs that were read', ({ continuity }) => continuity],
  ['a guessed next epoch', ({ continuity }) => [guessed(2), ...continuity]],
  ['eight guessed epochs', () => Array.from({ length: 8 }, () => guessed(2))],
  [
    'an old secret under the next number',
    ({ continuity: [first] }) => [{ epoch: 2, secret: first?.secret ?? '' }],
  ],
];

describe('a device against a thief who has a removed passkey and the server’s database', () => {
  describe.each([1, 2, 7])('a forged vault whose revision number is higher by %i', (ahead) => {
    it.each(EPOCHS)(
      'a forged vault with %s changes nothing on a device that knows of the removal',
      async (_, epochs) => {
        const { phone, thief, read } = await robbed();
        thief.plant(forgery(read, { continuity: epochs(read) }), ahead);
        const [before, addresses] = [storedOf(phone), phone.addresses()];
        await relock(phone);
        expect(storedOf(phone)).toEqual(before);
        expect(phone.addresses()).toEqual(addresses);
        expect(contactsOf(phone)).toEqual([FRIEND]);
        expect(phone.signer.canSign(addresses[0] as `0x${string}`)).toBe(true);
        expect(phone.passkeys.view()).toHaveLength(1);
        expect(diverged(phone)).toMatchObject({
          kind: 'unverified',
          adding: [{ kind: 'contact', name: 'Friend', address: PLANTED }],
          missing: [
            { kind: 'wallet', name: 'Savings' },
            { kind: 'contact', name: 'Friend', address: FRIEND },
          ],
          returning: [{ kind: 'passkey', name: 'Stolen phone' }],
          isVerified: false,
        });
      },
    );
  });

  it('an unlocked device refuses saves and syncs after a vault was forged, and keeps its own copy', async () => {
    const { phone, thief, read } = await robbed();
    thief.plant(forgery(read));
    const before = storedOf(phone);
    await expect(phone.wallets.import('More', OTHER_KEY)).rejects.toMatchObject({
      code: 'UNVERIFIED',
    });
    await expect(phone.session.sync()).rejects.toMatchObject({ code: 'UNVERIFIED' });
    expect(storedOf(phone)).toEqual(before);
    expect(diverged(phone).kind).toBe('unverified');
  });

  it('recognizes a forged vault even if it lacks nothing and changes nothing', async () => {
    const { phone, thief, read } = await robbed();
    thief.plant({ ...read, contacts: [...openPayload(phone).contacts] }, 2);
    await relock(phone);
    expect(diverged(phone)).toMatchObject({ kind: 'unverified', missing: [] });
  });

  it('reports a vault from after the removal as older, and a vault from before it as unverified despite a later revision', async () => {
    const { phone, thief, read } = await robbed({ isRegistered: false });
    const copy = server.backUp();
    await phone.wallets.import('New', OTHER_KEY);
    await server.restore(copy);
    await relock(phone);
    expect(diverged(phone).kind).toBe('older');
    thief.plant(read, 3);
    await relock(phone);
    expect(diverged(phone).kind).toBe('unverified');
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Savings', 'New']);
  });

  it('lists the thief’s passkey first among the additions', async () => {
    const { phone, thief, read } = await robbed();
    const planted = {
      ...read.keyring[1],
      credentialId: 'A'.repeat(22),
      name: 'Phone',
    } as KeyringEntry;
    thief.plant(forgery(read, { keyring: [...read.keyring, planted] }));
    await relock(phone);
    expect(diverged(phone).adding).toMatchObject([
      { kind: 'passkey', name: 'Phone' },
      { kind: 'contact', name: 'Friend' },
    ]);
  });

  it('refuses to unlock with the removed passkey on the device that removed it', async () => {
    const { phone, thief, read, stolen } = await robbed();
    thief.plant(forgery(read));
    await phone.session.lock();
    const before = storedOf(phone);
    const other = device('phone', stolen, phone.areas);
    await other.session.resume();
    await expect(other.session.unlock()).rejects.toMatchObject({ code: 'UNVERIFIED' });
    expect(storedOf(phone)).toEqual(before);
  });
});

describe('a device whose copy is damaged', () => {
  it('replaces a damaged copy only with a server’s vault that proves its epoch’s secret, never with a forged vault', async () => {
    const { phone, thief, read, authenticator } = await robbed({ isRegistered: false });
    await phone.session.lock();
    const slots = [...phone.areas.local.content.keys()].filter((key) => key.startsWith('vault-'));
    for (const slot of slots) phone.areas.local.content.set(slot, { version: 1, value: '{"v":2' });
    const before = storedOf(phone);
    const copy = server.backUp();
    thief.plant(forgery(read));
    const damaged = device('phone', authenticator, phone.areas);
    await damaged.session.resume();
    await expect(damaged.session.unlock()).rejects.toMatchObject({ code: 'DAMAGED_COPY' });
    expect(storedOf(phone)).toEqual(before);
    await server.restore(copy);
    await damaged.session.unlock();
    expect(damaged.wallets.view().map(({ name }) => name)).toEqual(['Savings']);
  });
});

describe('a merge with a vault that may have been written with a removed passkey', () => {
  const merge = (phone: Device, readmitted: readonly string[] = []) =>
    phone.session.merge({ ...diverged(phone), readmitted });

  it('a merge keeps this device’s items, adds the shown items, and keeps the removed passkey out', async () => {
    const { phone, thief, read } = await robbed();
    thief.plant(forgery(read));
    await relock(phone);
    await merge(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Savings']);
    expect(contactsOf(phone)).toEqual([FRIEND, PLANTED]);
    expect(phone.passkeys.view()).toHaveLength(1);
    expect(() => thief.read()).toThrow('NO_WRAP');
    await phone.wallets.import('New', OTHER_KEY);
    await relock(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  });

  it('a merge removes the key of a removed passkey even if the server doesn’t know that passkey', async () => {
    const { phone, thief, read } = await robbed({ isRegistered: false });
    thief.plant(forgery(read));
    await relock(phone);
    await merge(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(() => thief.read()).toThrow('NO_WRAP');
  });

  it('recognizes the thief’s next forged vault after a merge, even if both forged vaults list guessed epochs', async () => {
    const { phone, thief, read } = await robbed();
    const epochs = Array.from({ length: 8 }, () => guessed(Number.MAX_SAFE_INTEGER));
    thief.plant(forgery(read, { continuity: epochs }));
    await relock(phone);
    await merge(phone);
    thief.plant(forgery(read, { continuity: epochs }));
    await relock(phone);
    expect(diverged(phone).kind).toBe('unverified');
  });

  it('never changes the key of a passkey that this device knows', async () => {
    const { phone, thief, read } = await robbed({ isRegistered: false });
    const [, { pk: thiefs = '' } = {}] = read.keyring;
    await addSecond(phone);
    thief.register();
    const second = phone.passkeys.view()[1]?.credentialId ?? '';
    const entry = openPayload(phone).keyring.find(({ credentialId }) => credentialId === second);
    if (entry === undefined) throw new Error('the phone has a second passkey');
    thief.plant(forgery(read, { keyring: [...read.keyring, { ...entry, pk: thiefs }] }));
    await relock(phone);
    expect(diverged(phone).missing).toContainEqual(
      expect.objectContaining({ kind: 'passkey', credentialId: second }),
    );
    await merge(phone);
    expect(openPayload(phone).keyring.map(({ pk }) => pk)).not.toContain(thiefs);
  });

  it('a merge adds only wallets and accounts whose addresses belong to their secrets', async () => {
    const { phone, thief, read } = await robbed({ isRegistered: false });
    await phone.wallets.import('Words', PHRASE);
    thief.register();
    const [, words] = openPayload(phone).wallets;
    if (words === undefined) throw new Error('the phone has two wallets');
    const account = { address: PLANTED, name: 'Account 2', hidden: false, index: 1 };
    const secret = Buffer.alloc(32, 5).toString('base64url');
    const foreign = { kind: 'key' as const, name: 'Key', addedAt: 1, updatedAt: 1, secret };
    thief.plant(
      forgery(read, {
        contacts: [],
        wallets: [
          { ...words, accounts: [...words.accounts, account, SECOND_ACCOUNT] },
          { ...foreign, id: 'planted', accounts: [{ ...account, name: 'Key' }] },
          { ...foreign, id: 'twin', accounts: [{ ...words.accounts[0], name: 'Twin' }] as never },
          // The merge adds the account that belongs to this wallet's key, but not the account that
          // belongs to another key.
          {
            ...foreign,
            id: 'genuine',
            secret: Buffer.from(OTHER_KEY.slice(2), 'hex').toString('base64url'),
            accounts: [{ ...account, name: 'Forged' }, OTHER_ACCOUNT],
          },
        ],
      }),
    );
    await relock(phone);
    expect(diverged(phone).adding).toMatchObject([
      { kind: 'account', name: 'Account 2', address: SECOND_ACCOUNT.address },
      { kind: 'wallet', name: 'Key', address: OTHER_ACCOUNT.address },
    ]);
    await merge(phone);
    expect(phone.addresses()).not.toContain(PLANTED);
    expect(phone.addresses()).toContain(SECOND_ACCOUNT.address);
    for (const address of phone.addresses()) {
      expect(phone.signer.canSign(address as `0x${string}`)).toBe(true);
    }
  });
});

describe('a merge at a server that doesn’t remove a passkey', () => {
  async function offered(isRemovalOn: boolean) {
    const { phone, thief, read } = await robbed();
    thief.plant(forgery(read));
    await server.restore(server.backUp(), { isRemovalOn });
    await relock(phone);
    return { phone, thief };
  }

  it('stops a merge when the server can’t remove a removed passkey, and names the passkey', async () => {
    const { phone, thief } = await offered(false);
    const row = thief.row();
    await expect(phone.session.merge({ ...diverged(phone), readmitted: [] })).rejects.toMatchObject(
      { code: 'REMOVAL_REFUSED' },
    );
    expect(thief.row()).toEqual(row);
    expect(diverged(phone)).toMatchObject({
      kind: 'unverified',
      unremovable: [{ kind: 'passkey', name: 'Stolen phone', credentialId: thief.credentialId }],
    });
    expect(phone.passkeys.view()).toHaveLength(1);
  });

  it('saves a merge that keeps the removed passkey only after the user agrees to keep that passkey', async () => {
    const { phone, thief } = await offered(false);
    const merge = (readmitted: readonly string[]) =>
      phone.session.merge({ ...diverged(phone), readmitted });
    for (const readmitted of [[], ['another passkey']]) {
      await expect(merge(readmitted)).rejects.toMatchObject({ code: 'REMOVAL_REFUSED' });
    }
    await merge([thief.credentialId]);
    expect(phone.passkeys.view()).toMatchObject([{ name: 'phone' }, { name: 'Stolen phone' }]);
    expect(thief.read().wallets).toHaveLength(1);
    await relock(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  });

  it.each([
    ['FORBIDDEN', 403],
    ['METHOD_NOT_ALLOWED', 405],
    ['AUTH_FAILED', 401],
  ])(
    'commits nothing when the server answers the removal of a passkey with %s',
    async (error, status) => {
      const { phone, thief } = await offered(true);
      const row = thief.row();
      phone.network.intercept = async ({ path }, forward) =>
        path === '/ext/v1/passkeys/removal/options'
          ? new Response(JSON.stringify({ error }), { status })
          : forward();
      phone.requests.length = 0;
      const attempt = phone.session.merge({ ...diverged(phone), readmitted: [] });
      await expect(attempt).rejects.toMatchObject({ code: 'REMOVAL_REFUSED' });
      expect(phone.requests).not.toContain('POST /v1/mutations/commit');
      expect(thief.row()).toEqual(row);
    },
  );

  it('reports a busy server as TRY_LATER, and removes the passkey when the user merges again', async () => {
    const { phone } = await offered(true);
    phone.network.intercept = async ({ path }, forward) =>
      path === '/ext/v1/passkeys/removal/options'
        ? new Response('{"error":"TRY_LATER"}', { status: 429 })
        : forward();
    const merge = () => phone.session.merge({ ...diverged(phone), readmitted: [] });
    await expect(merge()).rejects.toMatchObject({ code: 'TRY_LATER' });
    expect(diverged(phone).unremovable).toEqual([]);
    delete phone.network.intercept;
    await merge();
    expect(phone.passkeys.view()).toHaveLength(1);
  });
});

describe('removals by devices of the same account', () => {
  /** Creates two synced devices whose vault has `spare` passkeys that can be removed. */
  async function pair(spare: number) {
    const authenticator = createSoftAuthenticator();
    const phone = device('phone', authenticator);
    await phone.session.createAccount();
    for (let i = 0; i < spare; i++) await addSecond(phone, `Spare ${i}`);
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    return { phone, laptop };
  }

  const spareIds = (phone: Device) =>
    phone.passkeys.view().flatMap(({ credentialId, isInUse }) => (isInUse ? [] : [credentialId]));

  it('keeps the removals that two devices make at the same time, without asking the user', async () => {
    const { phone, laptop } = await pair(2);
    const [first = '', second = ''] = spareIds(phone);
    phone.prompts.beforeAssertion = async () => {
      delete phone.prompts.beforeAssertion;
      await laptop.passkeys.remove(second);
    };
    await phone.passkeys.remove(first);
    await relock(laptop);
    await relock(phone);
    for (const one of [phone, laptop]) {
      expect(one.session.syncState()).toEqual({ kind: 'synced' });
      expect(one.passkeys.view()).toHaveLength(1);
    }
  });

  it.each([7, 8])(
    'accepts up to seven removals that happened while this device was away (%i removals)',
    async (count) => {
      const { phone, laptop } = await pair(0);
      await laptop.session.lock();
      for (let i = 0; i < count; i++) {
        await addSecond(phone, `Spare ${i}`);
        await phone.passkeys.remove(spareIds(phone)[0] ?? '');
      }
      await laptop.session.unlock();
      await laptop.session.syncEnded();
      expect(laptop.session.syncState().kind).toBe(count < 8 ? 'synced' : 'unverified');
      if (count < 8) return;
      await laptop.session.merge({ ...diverged(laptop), readmitted: [] });
      await relock(phone);
      expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    },
  );

  it('merges the removals from both branches of a forked server', async () => {
    const { phone, laptop } = await pair(2);
    const [first = '', second = ''] = spareIds(phone);
    const copy = server.backUp();
    server.clock.advance(1000);
    await phone.passkeys.remove(first);
    await server.restore(copy);
    await relock(laptop);
    await laptop.passkeys.remove(second);
    await relock(phone);
    expect(diverged(phone)).toMatchObject({ kind: 'unverified', adding: [] });
    await phone.session.merge({ ...diverged(phone), readmitted: [] });
    await relock(laptop);
    await relock(phone);
    for (const one of [phone, laptop]) {
      expect(one.session.syncState()).toEqual({ kind: 'synced' });
      expect(one.passkeys.view()).toHaveLength(1);
    }
  });
});

describe('a device that hasn’t seen a removal', () => {
  it('a device that hasn’t seen the removal accepts a forged vault, but a device that knows of the removal reports that vault as unverified', async () => {
    const { phone, laptop, thief, read } = await robbed();
    const contacts = [...read.contacts, { address: PLANTED, name: 'Friend', updatedAt: 1 }];
    thief.plant({ ...read, contacts });
    await relock(laptop);
    expect(laptop.session.syncState()).toEqual({ kind: 'synced' });
    expect(contactsOf(laptop)).toContain(PLANTED);
    await relock(phone);
    expect(diverged(phone).kind).toBe('unverified');
  });
});

describe('a device that knows no epoch', () => {
  it('a device that signs in for the first time accepts a forged vault', async () => {
    const { thief, read, authenticator } = await robbed();
    thief.plant(forgery(read, { wallets: read.wallets, tombstones: [] }));
    const fresh = device('tablet', authenticator);
    await fresh.session.signIn();
    expect(contactsOf(fresh)).toContain(PLANTED);
  });
});

describe('a device that accepted a forged vault', () => {
  it('announces the passkeys and deletions that came from the forged vault', async () => {
    const { laptop, thief, read } = await robbed();
    const [first] = read.keyring;
    if (first === undefined) throw new Error('a vault has a passkey');
    const planted = { ...first, credentialId: 'A'.repeat(22), name: 'Phone' };
    thief.plant({ ...forgery(read), revision: 0, keyring: [...read.keyring, planted] });
    await relock(laptop);
    expect(laptop.foreign.of(openPayload(laptop))).toMatchObject([
      { kind: 'passkey-added', name: 'Phone' },
      { kind: 'deleted', item: { kind: 'wallet', name: 'Savings' } },
      { kind: 'deleted', item: { kind: 'contact', address: FRIEND } },
    ]);
  });
});

describe('the secrets of the epochs', () => {
  it('keeps the epochs’ secrets out of the session’s state and out of unencrypted storage', async () => {
    const { phone } = await robbed();
    const { continuity } = phone.signer.withSecrets(openPayload(phone), {
      of: 'own',
      isNewEpoch: false,
    });
    expect(continuity).toHaveLength(2);
    const shown = JSON.stringify([phone.session.state(), phone.session.syncState()]);
    const kept = JSON.stringify([...phone.areas.local.content, ...phone.areas.session.content]);
    for (const { secret } of continuity) {
      for (const encoding of ['base64url', 'base64', 'hex'] as const) {
        const text = Buffer.from(secret, 'base64url').toString(encoding);
        expect(shown).not.toContain(text);
        expect(kept).not.toContain(text);
      }
    }
  });

  it('refuses to seal a vault with the epochs’ secrets after the wallet locks', async () => {
    const { phone } = await robbed();
    const payload = openPayload(phone);
    await phone.session.lock();
    const seal = () =>
      phone.signer.withSecrets({ ...payload, wallets: [] }, { of: 'own', isNewEpoch: false });
    expect(seal).toThrow('The wallet is locked.');
  });
});
