import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { otherVaultView } from '../../../entrypoints/background/vault/view.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = `0x${'11'.repeat(32)}`;
const KEY_ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
const NAMES = { name: 'Savings', accountNames: 'Account #' };

let harness: Harness;
beforeEach(async () => {
  harness = await startVault({ tenants: [{ ...TENANT, extensions: true }] });
});
afterEach(() => harness.close());

const device = (options: Partial<Parameters<typeof createDevice>[0]> = {}) =>
  createDevice({ harness, authenticator: createSoftAuthenticator(), ...options });

async function onDevice(): Promise<Device> {
  const profile = device();
  await profile.start();
  await profile.firstRun.withTyped({ ...NAMES, secret: PHRASE });
  return profile;
}

async function restarted({ areas, authenticator }: Device): Promise<Device> {
  const next = device({ areas, authenticator });
  await next.start();
  await next.session.lock();
  return next;
}

async function unlockedAddresses(profile: Device): Promise<string[]> {
  await profile.session.unlock();
  await profile.session.syncEnded();
  return profile.addresses();
}

const LEAVE = { isServerLost: false, deletesAccount: false };

/** Leaves the server, adds a wallet on the device, goes back to the server's vault and unlocks. */
async function wentBack(): Promise<Device> {
  const profile = await onDevice();
  await profile.session.connect();
  await profile.session.lock();
  await profile.session.unlock();
  await profile.session.syncEnded();
  await expect.poll(() => profile.record.others()).toEqual([]);
  await profile.session.leave(LEAVE);
  await profile.wallets.import('Only here', KEY);
  await profile.session.lock();
  await profile.session.others.returnTo(await newest(profile));
  expect(await unlockedAddresses(profile)).toEqual([ADDRESS]);
  return profile;
}

async function newest({ record }: Device) {
  const [other] = await record.others();
  if (other === undefined) throw new Error('no other vault is stored');
  return other.slot;
}

describe('a vault that was replaced when the user returned to another vault', () => {
  it('keeps a replaced vault with the only copy of a wallet when the user leaves the server again', async () => {
    const profile = await wentBack();
    await profile.session.leave(LEAVE);
    await profile.session.lock();
    expect(await unlockedAddresses(profile)).toEqual([ADDRESS]);
    await profile.session.lock();
    const next = await restarted(profile);
    const kept = next.session.others.list().filter((other) => other.kind === 'former');
    expect(kept).toMatchObject([{ isKept: true, vault: { revision: 2 } }]);
    await next.session.others.returnTo(await newest(next));
    expect(await unlockedAddresses(next)).toEqual([ADDRESS, KEY_ADDRESS]);
    expect(next.signer.canSign(KEY_ADDRESS)).toBe(true);
  });

  it.each([
    ['the user registers again', (profile: Device) => profile.session.registerAgain()],
    [
      'the user leaves the server, connects and leaves again',
      async (profile: Device) => {
        await profile.session.leave(LEAVE);
        await profile.session.connect();
        await profile.session.leave(LEAVE);
      },
    ],
  ])('keeps a replaced vault until the user deletes it, even if %s', async (_, move) => {
    const profile = await wentBack();
    const only = (await profile.record.others()).find(
      (other) => other.kind === 'former' && other.isKept,
    );
    await move(profile);
    await profile.session.lock();
    await profile.session.unlock();
    await profile.session.syncEnded();
    const kept = async () =>
      (await profile.record.others()).filter((other) => other.kind === 'former' && other.isKept);
    await expect.poll(kept).toMatchObject([{ vault: Object(only).vault }]);
    await profile.session.others.remove(only?.slot ?? 'vault-a');
    expect(await kept()).toEqual([]);
  });

  it('refuses to open a replaced vault while the wallet is unlocked, and never opens a deleted vault', async () => {
    const profile = await wentBack();
    const slot = await newest(profile);
    await expect(profile.session.others.returnTo(slot)).rejects.toMatchObject({
      code: 'lockFirst',
    });
    await profile.session.others.remove(slot);
    await profile.session.lock();
    const { others } = profile.session;
    await expect(others.returnTo(slot)).rejects.toMatchObject({ code: 'noSuchVault' });
    await expect(others.remove(slot)).rejects.toMatchObject({ code: 'noSuchVault' });
    await expect(others.textOf(slot)).rejects.toMatchObject({ code: 'noSuchVault' });
    expect(await unlockedAddresses(profile)).toEqual([ADDRESS]);
  });

  it('doesn’t report a save as lost when its vault is replaced after the save was sent', async () => {
    const profile = await wentBack();
    let isCut = false;
    profile.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      isCut ||= path === '/v1/mutations/commit';
      if (isCut) throw new TypeError('the line is cut');
      return response;
    };
    const save = profile.wallets.save([{ kind: 'set-contact', address: ADDRESS, name: 'Friend' }]);
    await expect(save).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(profile.stages.problem()).toBe('lastSaveUnknown');
    await profile.session.lock();
    delete profile.network.intercept;
    await profile.session.others.returnTo(await newest(profile));
    expect(await unlockedAddresses(profile)).toEqual([ADDRESS, KEY_ADDRESS]);
    expect(profile.stages.problem()).toBeUndefined();
    await profile.session.lock();
    await profile.session.others.returnTo(await newest(profile));
    await profile.session.unlock();
    await profile.session.syncEnded();
    expect(profile.stages.problem()).toBeUndefined();
    expect(profile.session.state()).toMatchObject({ payload: { contacts: [{ name: 'Friend' }] } });
  });

  it('cancels an unlock of the vault that is being replaced', async () => {
    const profile = await wentBack();
    await profile.session.lock();
    const slot = await newest(profile);
    profile.prompts.beforeAssertion = () => profile.session.others.returnTo(slot);
    await expect(profile.session.unlock()).rejects.toMatchObject({ code: 'lockedMeanwhile' });
    delete profile.prompts.beforeAssertion;
    expect(await unlockedAddresses(profile)).toEqual([ADDRESS, KEY_ADDRESS]);
    await profile.session.lock();
    await profile.session.others.returnTo(await newest(profile));
    expect(await unlockedAddresses(profile)).toEqual([ADDRESS]);
  });

  it('computes distinct check codes for replaced vaults, and refuses to connect or join before any prompt when no slot is free', async () => {
    const profile = await onDevice();
    for (let n = 0; n < 6; n++) {
      await profile.session.connect();
      await profile.session.lock();
      await profile.session.others.returnTo(await newest(profile));
      await profile.session.unlock();
    }
    const codes = profile.session.others.list().map((other) => otherVaultView(other).checkCode);
    expect(new Set(codes)).toHaveProperty('size', 6);
    profile.purposes.length = 0;
    profile.requests.length = 0;
    await expect(profile.session.connect()).rejects.toMatchObject({ code: 'tooManyVaults' });
    await expect(profile.session.join.begin()).rejects.toMatchObject({ code: 'tooManyVaults' });
    expect([...profile.purposes, ...profile.requests]).toEqual([]);
    await profile.wallets.import('Key', KEY);
    expect(profile.addresses()).toEqual([ADDRESS, KEY_ADDRESS]);
  });
});

describe('a vault whose pointer is missing or damaged', () => {
  it('keeps a vault whose pointer is missing, and opens it with its passkey', async () => {
    const profile = await onDevice();
    await profile.session.lock();
    profile.areas.local.content.delete('vault');
    const next = await restarted(profile);
    expect(next.session.state().status).toBe('empty');
    expect(next.session.others.list()).toMatchObject([{ kind: 'found' }]);
    await next.session.others.open(await newest(next));
    expect(next.addresses()).toEqual([ADDRESS]);
    expect(next.session.others.list()).toEqual([]);
    await next.session.lock();
    expect(await unlockedAddresses(await restarted(next))).toEqual([ADDRESS]);
  });

  it.each([
    ['a slot that was never used', { slot: 'vault-d' }],
    ['the spare slot', { slot: 'vault-b', spare: 'vault-a' }],
  ])('opens a vault whose pointer names %s, and doesn’t list empty slots', async (_, damage) => {
    const profile = await onDevice();
    await profile.session.lock();
    const pointer = Object(profile.areas.local.content.get('vault'));
    expect(pointer.value).toMatchObject({ slot: 'vault-a', spare: 'vault-b' });
    const wrong = { ...pointer, value: { ...pointer.value, ...damage } };
    profile.areas.local.content.set('vault', wrong);
    const next = await restarted(profile);
    await expect(next.session.unlock()).rejects.toMatchObject({ code: 'MISPLACED_DEVICE_VAULT' });
    await next.session.others.open(await newest(next));
    expect(next.addresses()).toEqual([ADDRESS]);
    expect(next.session.others.list()).toEqual([]);
    await next.session.lock();
    expect(await unlockedAddresses(await restarted(next))).toEqual([ADDRESS]);
  });

  it('keeps a damaged vault when the user opens another vault of the device', async () => {
    const profile = await onDevice();
    await profile.session.lock();
    const content = profile.areas.local.content;
    const pointer = Object(content.get('vault'));
    content.set('vault-d', { version: 1, value: 'damaged' });
    content.set('vault', { ...pointer, value: { ...pointer.value, slot: 'vault-d' } });
    const next = await restarted(profile);
    await expect(next.session.unlock()).rejects.toMatchObject({ code: 'MISPLACED_DEVICE_VAULT' });
    const found = next.session.others.list().find(({ kind }) => kind === 'found');
    await next.session.others.open(found?.slot ?? 'vault-h');
    expect(next.session.others.list()).toMatchObject([{ slot: 'vault-d', isKept: true }]);
  });

  it('keeps a vault whose pointer is missing when the user creates and uses a new vault', async () => {
    const profile = await onDevice();
    await profile.session.lock();
    profile.areas.local.content.delete('vault');
    const next = await restarted(profile);
    await next.firstRun.withTyped({ ...NAMES, secret: KEY });
    await next.session.connect();
    await next.session.lock();
    expect(await unlockedAddresses(next)).toEqual([KEY_ADDRESS]);
    await next.session.lock();
    const found = next.session.others.list().find(({ kind }) => kind === 'found');
    await next.session.others.open(found?.slot ?? 'vault-h');
    expect(next.addresses()).toEqual([ADDRESS]);
    const kept = next.session.others.list().filter((other) => other.kind === 'former');
    expect(kept.length).toBeGreaterThan(0);
    await next.session.lock();
    await next.session.others.returnTo(kept[0]?.slot ?? 'vault-h');
    expect(await unlockedAddresses(next)).toEqual([KEY_ADDRESS]);
  });

  it('changes nothing when the user answers the prompt with a passkey whose key doesn’t open the vault', async () => {
    const profile = await onDevice();
    await profile.session.lock();
    profile.areas.local.content.delete('vault');
    const next = await restarted(profile);
    next.prompts.unstable = true;
    await expect(next.session.others.open(await newest(next))).rejects.toMatchObject({
      code: 'WRONG_KEY',
    });
    expect(next.session.state().status).toBe('empty');
    expect(next.session.others.list()).toMatchObject([{ kind: 'found' }]);
  });

  it('opens a vault with a warning when only its stored digest or revision is damaged', async () => {
    for (const damage of [{ digest: 'A'.repeat(43) }, { revision: 7 }]) {
      const profile = await onDevice();
      await profile.session.lock();
      const pointer = Object(profile.areas.local.content.get('vault'));
      const wrong = { ...pointer, value: { ...pointer.value, ...damage } };
      profile.areas.local.content.set('vault', wrong);
      const next = await restarted(profile);
      expect(await unlockedAddresses(next)).toEqual([ADDRESS]);
      expect(next.session.problem()).toBe('vaultRecordRepaired');
      await next.wallets.import('Key', KEY);
      await next.session.lock();
      expect(next.session.problem()).toBeUndefined();
      expect(await unlockedAddresses(next)).toEqual([ADDRESS, KEY_ADDRESS]);
      expect(next.session.problem()).toBeUndefined();
    }
  });
});
