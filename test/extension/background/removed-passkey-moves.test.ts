import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VaultPayload } from '../../../shared/vault/payload.ts';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../helpers/soft-authenticator.ts';
import { createVaultThief, passkeyOf } from '../../helpers/vault-thief.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { type RestorableVault, startRestorableVault } from '../helpers/restorable-vault.ts';

const KEY = `0x${'11'.repeat(32)}`;
const PLANTED = `0x${'e'.repeat(40)}`;

let server: RestorableVault;
beforeEach(async () => {
  server = await startRestorableVault({ isRemovalOn: true });
});
afterEach(() => server.close());

const device = (authenticator: SoftAuthenticator, areas?: Device['areas']) =>
  createDevice({ harness: server, authenticator, ...(areas === undefined ? {} : { areas }) });

/**
 * Creates a device that removed a passkey and then left the server. The device can join the account
 * again.
 */
async function left() {
  const authenticator = createSoftAuthenticator();
  const phone = device(authenticator);
  await phone.session.createAccount();
  await phone.wallets.import('Savings', KEY);
  const lost = createSoftAuthenticator();
  phone.prompts.another = lost;
  await phone.passkeys.add('Lost key');
  phone.prompts.another = undefined;
  const thief = createVaultThief(server, passkeyOf(lost));
  const read = thief.read();
  const copy = server.backUp();
  server.clock.advance(1000);
  await phone.passkeys.remove(thief.credentialId);
  await phone.session.leave({ isServerLost: false, deletesAccount: false });
  return { phone, authenticator, lost, thief, read, copy };
}

const offerOf = ({ session }: Device) => {
  const offer = session.join.offer();
  if (offer === undefined) throw new Error('no vault is offered');
  return offer;
};

const confirm = (phone: Device, readmitted: readonly string[] = []) =>
  phone.session.join.confirm({ ...offerOf(phone), readmitted });

const passkeysOf = (phone: Device) => phone.passkeys.view().map(({ credentialId }) => credentialId);

describe('joining a server restored from a backup that still has a removed passkey', () => {
  it('removes the removed passkey from the restored server again', async () => {
    const { phone, thief, copy } = await left();
    await server.restore(copy);
    await phone.session.join.begin();
    expect(offerOf(phone)).toMatchObject({
      returning: [{ kind: 'passkey', name: 'Lost key' }],
      isVerified: false,
    });
    await confirm(phone);
    expect(passkeysOf(phone)).not.toContain(thief.credentialId);
    expect(() => thief.read()).toThrow('NO_WRAP');
    expect(phone.wallets.view()).toHaveLength(1);
  });

  it('a join changes nothing until the user agrees to keep a passkey that the server refuses to remove', async () => {
    const { phone, thief, copy } = await left();
    await server.restore(copy, { isRemovalOn: false });
    const row = thief.row();
    await phone.session.join.begin();
    await expect(confirm(phone)).rejects.toMatchObject({ code: 'REMOVAL_REFUSED' });
    expect(thief.row()).toEqual(row);
    expect(offerOf(phone).unremovable).toMatchObject([{ name: 'Lost key' }]);
    await confirm(phone, [thief.credentialId]);
    expect(passkeysOf(phone)).toContain(thief.credentialId);
  });

  it('requires the user’s consent when the user signs in with a removed passkey', async () => {
    const { phone, lost, thief, copy } = await left();
    await server.restore(copy);
    await phone.session.lock();
    // The profile's passkey opens the device's vault. When the user signs in, the browser also
    // offers the lost passkey.
    const again = device(phone.authenticator, phone.areas);
    await again.session.resume();
    await again.session.unlock();
    const signingIn = device(lost, again.areas);
    await signingIn.session.resume();
    await signingIn.session.join.begin();
    expect(offerOf(signingIn).unremovable).toMatchObject([{ name: 'Lost key' }]);
    signingIn.requests.length = 0;
    await expect(confirm(signingIn)).rejects.toMatchObject({ code: 'REMOVAL_REFUSED' });
    expect(signingIn.requests).not.toContain('POST /v1/mutations/commit');
    await confirm(signingIn, [thief.credentialId]);
    expect(passkeysOf(signingIn)).toContain(thief.credentialId);
  });
});

describe('joining a vault that a thief wrote with the removed passkey', () => {
  it('offers new items of a vault that may have been written with a removed passkey, but ignores its changes of known items', async () => {
    const { phone, thief, read, copy } = await left();
    await server.restore(copy);
    const contacts = [{ address: PLANTED, name: 'Planted', updatedAt: 9_000_000_000_000 }];
    const wallets = read.wallets.map((wallet) => ({ ...wallet, name: 'Renamed', updatedAt: 9e12 }));
    thief.plant({ ...read, contacts, wallets }, 2);
    await phone.session.join.begin();
    expect(offerOf(phone)).toMatchObject({
      isVerified: false,
      adding: [{ kind: 'passkey' }, { kind: 'contact', name: 'Planted' }],
    });
    await confirm(phone);
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Savings']);
    expect(passkeysOf(phone)).not.toContain(thief.credentialId);
  });
});

/** Opens the device's vault. The start then deletes the copy of the server's vault. */
async function unlockedAgain({ phone, authenticator }: Awaited<ReturnType<typeof left>>) {
  await phone.session.lock();
  const again = device(authenticator, phone.areas);
  await again.session.resume();
  await again.session.unlock();
  await expect.poll(() => again.record.others()).toEqual([]);
  return again;
}

const FAR = 9_000_000_000_000;

/** A vault that contains the removed passkey under another name, without the wallets. */
function forged({ read, thief }: Awaited<ReturnType<typeof left>>): VaultPayload {
  const keyring = read.keyring.map((entry) =>
    entry.credentialId === thief.credentialId ? { ...entry, name: 'Phone', addedAt: FAR } : entry,
  );
  const deleted = read.wallets.map(({ id }) => ({ key: id, deletedAt: FAR }));
  const tombstones = deleted.map((stone) => ({ ...stone, kind: 'wallet' as const }));
  return { ...read, keyring, tombstones, wallets: [] };
}

describe('joining the account again after the deletion of the vault that this device left', () => {
  it('marks a vault as unverified when somebody wrote it with a removed passkey, and keeps the device’s wallet', async () => {
    const before = await left();
    const phone = await unlockedAgain(before);
    await server.restore(before.copy);
    before.thief.plant(forged(before), 2);
    await phone.session.join.begin();
    expect(offerOf(phone)).toMatchObject({
      isVerified: false,
      deleting: [],
      missing: [{ kind: 'wallet', name: 'Savings' }],
      returning: [{ kind: 'passkey', name: 'Phone' }],
    });
    await confirm(phone);
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Savings']);
    expect(passkeysOf(phone)).not.toContain(before.thief.credentialId);
    expect(() => before.thief.read()).toThrow('NO_WRAP');
  });

  it('keeps a removed passkey out and keeps a former vault, even if the device never saw the account’s epoch', async () => {
    const before = await left();
    const phone = await unlockedAgain(before);
    await server.restore(before.copy);
    before.thief.plant(forged(before), 2);
    const pointer: { value: { seen?: unknown } } = Object(phone.areas.local.content.get('vault'));
    delete pointer.value.seen;
    phone.areas.local.content.set('vault', pointer);
    await phone.session.join.begin();
    expect(offerOf(phone)).toMatchObject({
      isVerified: true,
      adding: [{ kind: 'passkey', name: 'Test device' }],
      deleting: [{ kind: 'wallet', name: 'Savings' }],
      returning: [{ kind: 'passkey', name: 'Phone' }],
    });
    await confirm(phone);
    expect(passkeysOf(phone)).not.toContain(before.thief.credentialId);
    await phone.session.lock();
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.wallets.view()).toEqual([]);
    const kept = (await phone.record.others()).filter(
      (other) => other.kind === 'former' && other.isKept,
    );
    expect(kept).toMatchObject([{ vault: { tenant: { id: 'device' } } }]);
    await phone.session.lock();
    await phone.session.others.returnTo(kept[0]?.slot ?? 'vault-a');
    await phone.session.unlock();
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Savings']);
  });

  it('merges, without a warning, the changes that another device saved in the meantime', async () => {
    const before = await left();
    const phone = await unlockedAgain(before);
    const laptop = device(before.authenticator);
    await laptop.session.signIn();
    await laptop.wallets.import('Laptop', `0x${'22'.repeat(32)}`);
    await phone.session.join.begin();
    expect(offerOf(phone)).toMatchObject({ isVerified: true, deleting: [], returning: [] });
    await confirm(phone);
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Savings', 'Laptop']);
    await phone.session.lock();
    await phone.session.unlock();
    await expect.poll(() => phone.record.others()).toEqual([]);
  });
});

/** A device with a newer vault, and a server with a vault from before a passkey was removed. */
async function withOldCopy() {
  const phone = device(createSoftAuthenticator());
  await phone.session.createAccount();
  const lost = createSoftAuthenticator();
  phone.prompts.another = lost;
  await phone.passkeys.add('Lost key');
  phone.prompts.another = undefined;
  const thief = createVaultThief(server, passkeyOf(lost));
  const read = thief.read();
  const copy = server.backUp();
  const backTo = async (home: 'device' | 'server') => {
    await phone.session.lock();
    const former = (await phone.record.others()).find(
      (other) =>
        other.kind === 'former' && (other.vault.tenant.id === 'device') === (home === 'device'),
    );
    await phone.session.others.returnTo(former?.slot ?? 'vault-a');
    await phone.session.unlock();
    await phone.session.syncEnded();
  };
  await phone.session.leave({ isServerLost: false, deletesAccount: false });
  await backTo('server');
  await backTo('device');
  return { phone, thief, read, copy, backTo };
}

const merge = (phone: Device, readmitted: readonly string[] = []) => {
  const sync = phone.session.syncState();
  if (!('offeredDigest' in sync)) throw new Error('there is nothing to merge');
  return phone.session.merge({ ...sync, readmitted });
};

describe('returning to a copy from before the removal of a passkey', () => {
  it('marks changes as unverified when somebody made them with a removed passkey, and saves this device’s merge', async () => {
    const { phone, thief, read, copy, backTo } = await withOldCopy();
    await phone.session.join.begin();
    await confirm(phone);
    await phone.passkeys.remove(thief.credentialId);
    await server.restore(copy);
    const contacts = [{ address: PLANTED, name: 'Planted', updatedAt: FAR }];
    thief.plant({ ...read, contacts });
    await backTo('server');
    expect(phone.session.syncState()).toMatchObject({
      kind: 'unverified',
      adding: [{ kind: 'contact', name: 'Planted' }],
      returning: [{ kind: 'passkey', name: 'Lost key' }],
    });
    await merge(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(() => thief.read()).toThrow('NO_WRAP');
  });

  it('names the removed passkey when the server was restored to an old copy, and saves only after a merge without that passkey', async () => {
    const { phone, thief, copy, backTo } = await withOldCopy();
    await phone.session.join.begin();
    await confirm(phone);
    await phone.passkeys.remove(thief.credentialId);
    await server.restore(copy);
    await backTo('server');
    expect(phone.session.syncState()).toMatchObject({
      kind: 'unverified',
      adding: [],
      returning: [{ kind: 'passkey', name: 'Lost key' }],
    });
    expect(passkeysOf(phone)).not.toContain(thief.credentialId);
    const save = () =>
      phone.wallets.save([{ kind: 'set-contact', address: PLANTED, name: 'Friend' }]);
    await expect(save()).rejects.toMatchObject({ code: 'UNVERIFIED' });
    await merge(phone);
    await save();
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(() => thief.read()).toThrow('NO_WRAP');
  });

  it('keeps a removed passkey when the user agrees to keep it, and requires this consent only once', async () => {
    const { phone, thief, copy, backTo } = await withOldCopy();
    await phone.session.join.begin();
    await confirm(phone);
    await phone.passkeys.remove(thief.credentialId);
    await server.restore(copy);
    await backTo('server');
    await merge(phone, [thief.credentialId]);
    expect(passkeysOf(phone)).toContain(thief.credentialId);
    await phone.session.lock();
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(passkeysOf(phone)).toContain(thief.credentialId);
  });

  it('keeps a removed passkey out even if the joining device’s vault is older than the removal', async () => {
    const { phone, thief, copy, backTo } = await withOldCopy();
    await backTo('server');
    await phone.passkeys.remove(thief.credentialId);
    await backTo('device');
    await server.restore(copy);
    await phone.session.join.begin();
    expect(offerOf(phone)).toMatchObject({
      isVerified: false,
      returning: [{ kind: 'passkey', name: 'Lost key' }],
    });
    await confirm(phone);
    expect(passkeysOf(phone)).not.toContain(thief.credentialId);
    expect(() => thief.read()).toThrow('NO_WRAP');
  });
});

describe('leaving a server that offers a vault written with the removed passkey', () => {
  it('refuses to leave a server whose vault is unverified, and reports the difference, unless the user chooses this device’s copy', async () => {
    const { phone, authenticator, thief, read } = await left();
    await phone.session.join.begin();
    await confirm(phone);
    thief.plant({ ...read, contacts: [{ address: PLANTED, name: 'Planted', updatedAt: 1 }] }, 2);
    const leave = (isServerLost: boolean) =>
      phone.session.leave({ isServerLost, deletesAccount: false });
    await expect(leave(false)).rejects.toMatchObject({ code: 'UNVERIFIED' });
    expect(phone.session.syncState()).toMatchObject({
      kind: 'unverified',
      adding: [{ kind: 'contact', name: 'Planted' }],
    });
    await leave(true);
    expect(phone.wallets.view()).toHaveLength(1);
    expect(phone.session.state()).toMatchObject({ payload: { contacts: [] } });
    expect(passkeysOf(phone)).not.toContain(thief.credentialId);
    expect(authenticator.credentials.length).toBeGreaterThan(1);
  });
});

describe('a move to another account', () => {
  it('keeps the removals of passkeys when the vault moves to a different account', async () => {
    const { phone, thief } = await left();
    await phone.session.connect();
    const state = phone.session.state();
    expect(state).toMatchObject({
      payload: { tombstones: [{ kind: 'passkey', key: thief.credentialId }] },
    });
  });
});
