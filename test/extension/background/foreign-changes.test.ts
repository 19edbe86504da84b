import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { copiedAreas, mortalAreas } from '../helpers/mortal-areas.ts';

const KEY = `0x${'11'.repeat(32)}`;
const FRIEND = `0x${'f'.repeat(40)}`;

let harness: Harness;
beforeEach(async () => {
  harness = await startVault({ tenants: [{ ...TENANT, extensions: true }] });
});
afterEach(() => harness.close());

/** Returns two devices of one account, in sync. */
async function pair() {
  const authenticator = createSoftAuthenticator();
  const device = (name: string, areas?: Device['areas']) =>
    createDevice({ harness, authenticator, name, ...(areas === undefined ? {} : { areas }) });
  const phone = device('phone');
  await phone.session.createAccount();
  await phone.wallets.import('Savings', KEY);
  await phone.wallets.save([{ kind: 'set-contact', address: FRIEND, name: 'Friend' }]);
  const laptop = device('laptop');
  await laptop.session.signIn();
  return { phone, laptop, device };
}

const announced = ({ session, foreign }: Device) => {
  const state = session.state();
  if (state.status !== 'unlocked') throw new Error('the device is locked');
  return foreign.of(state.payload);
};

const seeAll = ({ session, foreign }: Device) => foreign.see(session.device()?.accountId ?? '');

async function addPasskey(device: Device, name: string): Promise<string> {
  device.prompts.another = createSoftAuthenticator();
  await device.passkeys.add(name);
  device.prompts.another = undefined;
  return device.passkeys.view().at(-1)?.credentialId ?? '';
}

async function relock({ session }: Device): Promise<void> {
  await session.lock();
  await session.unlock();
  await session.syncEnded();
}

const removeAll = async (device: Device) => {
  const walletId = device.wallets.view()[0]?.id ?? '';
  await device.wallets.save([{ kind: 'remove-contact', address: FRIEND }]);
  await device.wallets.save([{ kind: 'remove-wallet', walletId }]);
};

const DELETED = [
  { kind: 'deleted', item: { kind: 'wallet', name: 'Savings' } },
  { kind: 'deleted', item: { kind: 'contact', name: 'Friend', address: FRIEND } },
];

describe('the changes of another device', () => {
  it('names another device’s new passkeys and deleted items after a sync', async () => {
    const { phone, laptop } = await pair();
    const credentialId = await addPasskey(laptop, 'Security key');
    await removeAll(laptop);
    await phone.session.sync();
    expect(announced(phone)).toMatchObject([
      { kind: 'passkey-added', name: 'Security key', credentialId },
      ...DELETED,
    ]);
    await laptop.passkeys.remove(credentialId);
    await phone.session.sync();
    expect(announced(phone)).toMatchObject([
      ...DELETED,
      { kind: 'deleted', item: { kind: 'passkey', name: 'Security key' } },
    ]);
  });

  it('announces another device’s changes that an unlock or a save finds', async () => {
    const { phone, laptop } = await pair();
    await laptop.wallets.save([{ kind: 'remove-contact', address: FRIEND }]);
    await relock(phone);
    expect(announced(phone)).toMatchObject(DELETED.slice(1));
    await addPasskey(laptop, 'Security key');
    await phone.wallets.import('More', `0x${'22'.repeat(32)}`);
    expect(announced(phone)).toMatchObject([
      { kind: 'passkey-added', name: 'Security key' },
      ...DELETED.slice(1),
    ]);
  });

  it('announces changes of another device after a restart of the worker in an unlocked wallet', async () => {
    const { phone, laptop, device } = await pair();
    await removeAll(laptop);
    await phone.session.sync();
    const restarted = device('phone', phone.areas);
    await restarted.session.resume();
    expect(announced(restarted)).toMatchObject(DELETED);
    await seeAll(restarted);
    const again = device('phone', phone.areas);
    await again.session.resume();
    expect(announced(again)).toEqual([]);
  });

  it('announces another device’s changes exactly once when the worker is stopped at any write of a sync', async () => {
    const { phone, laptop, device } = await pair();
    await addPasskey(laptop, 'Security key');
    await removeAll(laptop);
    for (let writes = 0; writes < 6; writes++) {
      const copy = copiedAreas(phone.areas);
      const { areas } = mortalAreas(copy, { afterWrites: writes, isDone: true });
      const mortal = device('phone', areas);
      await mortal.session.resume();
      await mortal.session.sync().catch(() => undefined);
      const restarted = device('phone', copy);
      await restarted.session.resume();
      await restarted.session.sync();
      expect(announced(restarted)).toMatchObject([
        { kind: 'passkey-added', name: 'Security key' },
        ...DELETED,
      ]);
    }
  });

  it('deletes the stored names of deleted items when a later worker finds the wallet locked', async () => {
    const { phone, laptop, device } = await pair();
    await removeAll(laptop);
    await phone.session.sync();
    expect(phone.areas.session.content.has('unseen-deletions')).toBe(true);
    harness.clock.advance(3_600_000);
    const restarted = device('phone', phone.areas);
    await restarted.session.resume();
    expect(restarted.session.state().status).toBe('locked');
    expect(phone.areas.session.content.has('unseen-deletions')).toBe(false);
  });

  it('doesn’t announce a change of another device again after the user has seen the change', async () => {
    const { phone, laptop } = await pair();
    await addPasskey(laptop, 'Security key');
    await removeAll(laptop);
    await phone.session.sync();
    await seeAll(phone);
    expect(announced(phone)).toEqual([]);
    await relock(phone);
    expect(announced(phone)).toEqual([]);
  });

  it('announces an added passkey by name after a lock and a restart, without storing the name in plain text', async () => {
    const { phone, laptop, device } = await pair();
    await addPasskey(laptop, 'Security key');
    await removeAll(laptop);
    await phone.session.sync();
    await phone.session.lock();
    const kept = JSON.stringify([...phone.areas.local.content, ...phone.areas.session.content]);
    for (const name of ['Security key', 'Savings', 'Friend', FRIEND]) {
      expect(kept).not.toContain(name);
    }
    const restarted = device('phone', phone.areas);
    await restarted.session.resume();
    await restarted.session.unlock();
    await restarted.session.syncEnded();
    expect(announced(restarted)).toMatchObject([{ kind: 'passkey-added', name: 'Security key' }]);
  });

  it('announces a passkey that another device added, even when that passkey opens the vault', async () => {
    const { phone, laptop } = await pair();
    const key = createSoftAuthenticator();
    laptop.prompts.another = key;
    await laptop.passkeys.add('Security key');
    await phone.session.lock();
    const other = createDevice({ harness, authenticator: key, areas: phone.areas });
    await other.session.resume();
    await other.session.unlock();
    expect(announced(other)).toMatchObject([{ kind: 'passkey-added', name: 'Security key' }]);
  });
});

describe('the changes of this device', () => {
  it('doesn’t announce changes by this device', async () => {
    const { phone } = await pair();
    const credentialId = await addPasskey(phone, 'Security key');
    await phone.passkeys.remove(credentialId);
    await removeAll(phone);
    await relock(phone);
    expect(announced(phone)).toEqual([]);
  });

  it('doesn’t announce this device’s own changes when the wallet was locked before a save was answered', async () => {
    const { phone } = await pair();
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path === '/v1/mutations/commit') await phone.session.lock();
      return response;
    };
    await phone.wallets.save([{ kind: 'remove-contact', address: FRIEND }]);
    delete phone.network.intercept;
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(announced(phone)).toEqual([]);
  });

  it('doesn’t announce changes that a worker of this device sent before it died', async () => {
    const { phone, device } = await pair();
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path.startsWith('/v1/mutations/commit') || path.startsWith('/v1/operations')) {
        throw new TypeError('connection reset');
      }
      if (path === '/v1/vault' && phone.purposes.includes('save-changes')) {
        throw new TypeError('connection reset');
      }
      return response;
    };
    await phone.wallets.save([{ kind: 'remove-contact', address: FRIEND }]).catch(() => undefined);
    const restarted = device('phone', phone.areas);
    await restarted.session.resume();
    await restarted.session.sync();
    expect(restarted.session.syncState()).toEqual({ kind: 'synced' });
    expect(announced(restarted)).toEqual([]);
  });

  it('doesn’t announce changes for a vault that is new on this device', async () => {
    const { laptop } = await pair();
    expect(announced(laptop)).toEqual([]);
  });
});
