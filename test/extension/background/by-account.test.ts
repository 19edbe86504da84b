import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { createUnsavedBackups } from '../../../entrypoints/background/vault/change/unsaved-backups.ts';
import { createForeignChanges } from '../../../entrypoints/background/vault/open/foreign-changes.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import type { PublicPayload } from '../../../shared/vault/payload.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const id = (n: number) => toBase64url(new Uint8Array(32).fill(n));
const onChange = () => undefined;

const payload = (n: number): PublicPayload => ({
  schema: 2,
  accountId: id(n),
  revision: 1,
  prevDigest: '',
  createdAt: 0,
  device: '',
  wallets: [
    { id: `wallet-${n}`, kind: 'key', name: 'Key', accounts: [], addedAt: 0, updatedAt: 0 },
  ],
  keyring: [{ credentialId: id(n), pk: id(n), name: `Passkey ${n}`, aaguid: '', addedAt: 0 }],
  contacts: [],
  settings: {},
  backups: [],
  tombstones: [],
});

describe('a device whose user switches between two vaults', () => {
  it('keeps the unsaved backup records of two vaults until each vault is saved', async () => {
    const areas = memoryAreas();
    const start = async () => {
      const unsaved = createUnsavedBackups({
        stored: stored(areas, STORED_KEYS.unsavedBackups),
        onChange,
      });
      await unsaved.restore();
      return unsaved;
    };
    const backups = [1, 2].map((n) => ({ walletId: `wallet-${n}`, phraseAt: n }));
    const first = await start();
    for (const n of [1, 2]) await first.add(id(n), backups.slice(n - 1, n));
    const next = await start();
    expect([1, 2].map((n) => next.with(payload(n)))).toEqual(backups.map((backup) => [backup]));
    await next.saved(next.edits(id(1)));
    const last = await start();
    expect([1, 2].map((n) => last.with(payload(n)).length)).toEqual([0, 1]);
    await last.saved(last.edits(id(2)));
    expect(areas.local.content.has('unsaved-backups')).toBe(false);
  });

  it('keeps announcing the passkeys added to two vaults until the user has seen each announcement', async () => {
    const areas = memoryAreas();
    const start = async () => {
      const foreign = createForeignChanges({
        unseen: stored(areas, STORED_KEYS.unseenPasskeys),
        unseenDeletions: stored(areas, STORED_KEYS.unseenDeletions),
        isOwn: () => false,
        onChange,
      });
      await foreign.restore();
      return foreign;
    };
    const first = await start();
    for (const n of [1, 2]) {
      const after = payload(n);
      await first.taken({ digest: id(n), passkeysBefore: [], before: undefined, after });
    }
    const next = await start();
    await next.see(id(1));
    const last = await start();
    expect(last.of(payload(1))).toEqual([]);
    expect(last.of(payload(2))).toMatchObject([{ kind: 'passkey-added', name: 'Passkey 2' }]);
  });
});
