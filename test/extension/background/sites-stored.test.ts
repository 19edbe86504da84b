import { describe, expect, it } from 'vitest';
import { createSites } from '../../../entrypoints/background/kernel/sites.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { epochMs } from '../../../shared/units.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const [FIRST, SECOND] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
const [A, B] = ['https://a.example', 'https://b.example'];

/** Connected sites of a vault with these accounts; undefined means a locked vault. */
function sitesIn(areas = memoryAreas(), accounts: () => readonly string[] | undefined = inOrder) {
  const changed: string[] = [];
  const settings = { keepsWhileLocked: true };
  const sites = createSites({
    stored: stored(areas, STORED_KEYS.sites),
    clock: { now: () => epochMs(1_000) },
    accounts,
    keepsWhileLocked: () => settings.keepsWhileLocked,
    onChange: (origin) => changed.push(origin),
  });
  return { areas, sites, changed, settings };
}

const inOrder = (): readonly string[] => [SECOND, FIRST];

describe('connected sites', () => {
  it('restores each site with its accounts in the next worker', async () => {
    const { areas, sites } = sitesIn();
    await sites.connect(A, [FIRST, SECOND]);
    await sites.connect(B, [SECOND]);
    await sites.setAccounts(A, [FIRST]);
    const next = sitesIn(areas).sites;
    await next.load();
    expect(next.list()).toEqual([
      { origin: A, accounts: [FIRST], connectedAt: 1_000 },
      { origin: B, accounts: [SECOND], connectedAt: 1_000 },
    ]);
    expect([next.permits(A, SECOND), next.permits(B, SECOND)]).toEqual([false, true]);
    await next.disconnect(A);
    expect(next.isConnected(A)).toBe(false);
    expect(next.visibleTo(B)).toEqual([SECOND]);
  });

  it('stores the end of a connection at the second try when the disk was full at the first', async () => {
    const areas = memoryAreas();
    let isFull = false;
    const set = (key: string, value: unknown) =>
      isFull ? Promise.reject(new Error('full')) : areas.local.set(key, value);
    const { sites } = sitesIn({ ...areas, local: { ...areas.local, set } });
    await sites.connect(A, [FIRST]);
    isFull = true;
    await expect(sites.disconnect(A)).rejects.toMatchObject({ code: 'notStored' });
    expect(sites.isConnected(A)).toBe(false);
    isFull = false;
    await sites.disconnect(A);
    const next = sitesIn(areas).sites;
    await next.load();
    expect(next.isConnected(A)).toBe(false);
  });

  it('stores nothing while no site is connected, whether or not the wallet’s accounts are known', async () => {
    for (const accounts of [inOrder, () => undefined]) {
      const { areas, sites } = sitesIn(memoryAreas(), accounts);
      await sites.load();
      await sites.vaultChanged();
      expect([...areas.local.content.keys()]).toEqual([]);
    }
  });

  it('keeps the order of a connected site’s accounts while the vault is locked', async () => {
    let accounts: readonly string[] | undefined = [SECOND, FIRST];
    const { areas, sites, settings } = sitesIn(memoryAreas(), () => accounts);
    await sites.connect(A, [FIRST, SECOND]);
    accounts = [FIRST, SECOND];
    await sites.vaultChanged();
    accounts = undefined;
    expect(sites.visibleTo(A)).toEqual([FIRST, SECOND]);
    const next = sitesIn(areas, () => undefined).sites;
    await next.load();
    await next.vaultChanged();
    expect(next.visibleTo(A)).toEqual([FIRST, SECOND]);
    expect(next.visibleTo(B)).toEqual([]);
    settings.keepsWhileLocked = false;
    expect(sites.visibleTo(A)).toEqual([]);
  });

  it('returns no account of a wallet that was removed before the lock', async () => {
    let accounts: readonly string[] | undefined = [SECOND, FIRST];
    const { sites } = sitesIn(memoryAreas(), () => accounts);
    await sites.connect(A, [FIRST, SECOND]);
    accounts = [SECOND];
    await sites.vaultChanged();
    accounts = undefined;
    expect(sites.visibleTo(A)).toEqual([SECOND]);
    await sites.disconnect(A);
    expect(sites.visibleTo(A)).toEqual([]);
  });

  it('stores only the accounts that a site may see', async () => {
    const { areas, sites } = sitesIn();
    await sites.connect(A, [FIRST]);
    await sites.vaultChanged();
    expect(JSON.stringify(areas.local.content.get('sites'))).not.toContain(SECOND);
  });

  it('changes the version of the connected sites when a site connects', async () => {
    const { sites } = sitesIn();
    const before = sites.mark();
    await sites.connect(A, [FIRST]);
    expect(sites.mark()).toMatchObject({ count: 1 });
    expect(sites.mark().version).not.toBe(before.version);
  });

  it('ignores a stored account number outside the stored list of accounts', async () => {
    const areas = memoryAreas();
    const value = { accounts: [FIRST], sites: { [A]: { accounts: [0, 5], connectedAt: 7 } } };
    await areas.local.set(STORED_KEYS.sites.name, { version: 1, value });
    const { sites } = sitesIn(areas);
    await sites.load();
    expect(sites.list()).toEqual([{ origin: A, accounts: [FIRST], connectedAt: 7 }]);
  });
});
