import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { copiedAreas, mortalAreas } from '../helpers/mortal-areas.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const NAMES = { name: 'Savings', accountNames: 'Account #' };
const SELECTED = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

const device = (options: Partial<Parameters<typeof createDevice>[0]> = {}) =>
  createDevice({ harness, authenticator: createSoftAuthenticator(), ...options });

/** A locked profile with two vaults, a site, and an account that is selected in the settings. */
async function owned(): Promise<Device> {
  const profile = device();
  await profile.start();
  await profile.firstRun.withTyped({ ...NAMES, secret: PHRASE });
  await profile.session.connect();
  await profile.session.lock();
  await profile.settings.load();
  await profile.settings.write({ selected: SELECTED, autoLockMinutes: 33 });
  const sites = stored(profile.areas, STORED_KEYS.siteChains);
  await sites.write({ 'https://dapp.test': 1 });
  await stored(profile.areas, STORED_KEYS.recentTrades).write([]);
  return profile;
}

/** Returns the names of stored data that the profile's next owner could read. */
function traces({ areas }: Pick<Device, 'areas'>): string[] {
  const kept = ['settings', 'networks'];
  const keys = [...areas.local.content.keys(), ...areas.session.content.keys()];
  const settings = JSON.stringify(areas.local.content.get('settings') ?? {});
  return [
    ...keys.filter((key) => !kept.includes(key)),
    ...(settings.includes(SELECTED) ? ['settings'] : []),
  ];
}

describe('forgetting a device', () => {
  it('deletes everything about the owner, and keeps the settings of the device', async () => {
    const profile = await owned();
    await profile.forget();
    expect(traces(profile)).toEqual([]);
    expect(profile.session.state().status).toBe('empty');
    const { content } = profile.areas.local;
    expect(content.get('settings')).toMatchObject({ value: { autoLockMinutes: 33 } });
  });

  it('continues a deletion at the next start after a kill at any write', async () => {
    const before = await owned();
    const all = traces(before).toSorted();
    let writes = 0;
    for (let isOver = false; !isOver; writes++) {
      for (const isDone of [true, false]) {
        const areas = copiedAreas(before.areas);
        const mortal = mortalAreas(areas, { afterWrites: writes, isDone });
        const dying = device({ areas: mortal.areas, authenticator: before.authenticator });
        await dying.session.resume().catch(() => undefined);
        await dying.settings.load().catch(() => undefined);
        await dying.forget().catch(() => undefined);
        isOver = !mortal.isDead();
        const next = device({ areas, authenticator: before.authenticator });
        await next.start();
        const left = traces(next).toSorted();
        expect([all, []]).toContainEqual(left);
        expect(next.session.state().status).toBe(left.length === 0 ? 'empty' : 'locked');
        // Data remains only if the kill interrupts the first write, which marks the deletion as
        // begun.
        if (writes > 0) expect(left).toEqual([]);
      }
    }
    expect(writes).toBeGreaterThan(20);
  });

  it('a later start keeps a vault that was created after a failed deletion', async () => {
    const profile = await owned();
    const { remove } = profile.areas.local;
    profile.areas.local.remove = async (key) => {
      if (key === 'site-chains') throw new Error('IO error');
      await remove(key);
    };
    await expect(profile.forget()).rejects.toThrow('IO error');
    await expect(profile.firstRun.withNewWallet(NAMES)).rejects.toThrow('IO error');
    profile.areas.local.remove = remove;
    await profile.firstRun.withNewWallet(NAMES);
    const addresses = profile.addresses();
    await profile.session.lock();
    const next = device({ areas: profile.areas, authenticator: profile.authenticator });
    await next.start();
    await next.session.unlock();
    expect(next.addresses()).toEqual(addresses);
  });

  it('refuses to open or return to other vaults after a failed deletion, and completes the deletion at the next try', async () => {
    const profile = await owned();
    const { content } = profile.areas.local;
    const pointer = Object(content.get('vault'));
    content.set('vault-f', content.get(pointer.value.slot));
    await profile.session.others.refresh();
    const others = profile.session.others.list();
    expect(others.map(({ kind }) => kind)).toEqual(['former', 'found']);
    const { remove } = profile.areas.local;
    profile.areas.local.remove = async () => {
      throw new Error('IO error');
    };
    await expect(profile.forget()).rejects.toThrow('IO error');
    const open = () => profile.session.others.open('vault-f');
    const goBack = () => profile.session.others.returnTo(others[0]?.slot ?? 'vault-a');
    await expect(open()).rejects.toThrow('IO error');
    await expect(goBack()).rejects.toThrow('IO error');
    profile.areas.local.remove = remove;
    await expect(open()).rejects.toMatchObject({ code: 'noSuchVault' });
    await expect(goBack()).rejects.toMatchObject({ code: 'noSuchVault' });
    expect(traces(profile)).toEqual([]);
  });

  it('ends an unlock that is in progress when the device is forgotten', async () => {
    const profile = await owned();
    profile.prompts.beforeAssertion = () => profile.forget();
    await expect(profile.session.unlock()).rejects.toMatchObject({ code: 'lockedMeanwhile' });
    expect(traces(profile)).toEqual([]);
    expect(profile.session.state().status).toBe('empty');
    expect(profile.addresses()).toEqual([]);
  });
});
