import { describe, expect, it } from 'vitest';
import { ForgetDevice } from '../../../components/screens/vault/unlock/ForgetDevice.tsx';
import { Unreadable } from '../../../components/screens/vault/unlock/Unreadable.tsx';
import type { OtherVaultView, UnreadableView } from '../../../shared/messages/snapshot.ts';
import type { SyncState } from '../../../shared/messages/sync.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { EMPTY, LOCKED, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { openPage, refusing } from '../helpers/open-page.tsx';
import { wordsOf } from '../helpers/read-markup.ts';

type Unlocked = typeof UNLOCKED;
const DIVERGENCE = {
  here: { revision: 12, createdAt: 0, device: 'Laptop' },
  offered: { revision: 11, createdAt: 0, device: 'Phone' },
  offeredDigest: 'd',
  adding: [],
  missing: [],
  mergedWallets: 1,
  deleting: [],
  returning: [],
  unremovable: [],
  isVerified: true,
} as const;
const ITEM = { kind: 'contact', address: '0x1', name: 'Ada' } as const;

describe('the consequences of forgetting a device', () => {
  const shown = (change: Partial<Unlocked> = {}, otherVaults: readonly OtherVaultView[] = []) =>
    wordsOf(onPage(<ForgetDevice />, { vault: { ...UNLOCKED, ...change }, otherVaults }));

  it('names the server that has the vault, and the vault’s revision', () => {
    expect(shown()).toMatch(/The server “Condor” has this vault \(revision 12, compared .+\)\./);
    expect(shown()).toContain('Your passkeys stay with your passkey provider. Keep at least one');
  });

  it.each<[string, SyncState, string]>([
    ['wasn’t asked', { kind: 'unchecked' }, 'hasn’t checked whether the server still has it'],
    ['doesn’t respond', { kind: 'offline', code: 'UNREACHABLE' }, 'Sync first.'],
    ['rejects the vault', { kind: 'refused', code: 'OTHER_VAULT' }, 'may be the only one'],
    ['has an older revision', { kind: 'older', ...DIVERGENCE }, 'Review the difference'],
    [
      'lacks one item',
      { kind: 'forked', ...DIVERGENCE, missing: [ITEM] },
      'with 1 item that exists only here. Save it on',
    ],
    [
      'lacks several items',
      { kind: 'forked', ...DIVERGENCE, missing: [ITEM, ITEM] },
      'with 2 items that exist only here. Save them on',
    ],
  ])(
    'warns that the server may not have this device’s vault when the server %s',
    (_, sync, text) => {
      expect(shown({ sync })).toContain(text);
      expect(shown({ sync })).not.toContain('has this vault');
    },
  );

  it('uses correct German for one and for several lost items', () => {
    const german = (missing: (typeof ITEM)[]) =>
      inGerman(() => shown({ sync: { kind: 'forked', ...DIVERGENCE, missing } }));
    expect(german([ITEM])).toContain('mit 1 Eintrag, den es nur hier gibt');
    expect(german([ITEM, ITEM])).toContain('mit 2 Einträgen, die es nur hier gibt');
  });

  it('warns that a vault exists only on this device, and doesn’t advise keeping its passkeys', () => {
    const html = onPage(<ForgetDevice />, {
      vault: { ...UNLOCKED, home: 'device' },
      otherVaults: [],
    });
    expect(html).toContain('role="alert"');
    expect(wordsOf(html)).toContain('This vault is only on this device.');
    expect(wordsOf(html)).toContain('This vault is only on this device. Without a recovery file');
    expect(wordsOf(html)).not.toContain('Keep at least one of them');
  });

  it('shows whether there is a recovery file, and which wallets it lacks', () => {
    expect(shown({ backups: [] })).toContain('You haven’t saved a recovery file of this vault.');
    const old = { ...UNLOCKED.wallets[0], id: 'new', name: 'Newest' } as Unlocked['wallets'][0];
    const text = shown({
      wallets: [...UNLOCKED.wallets, old],
      backups: [{ walletId: 'seed', fileAt: Date.now() - 7_200_000 }],
    });
    expect(text).toContain('You created a recovery file 2 h ago.');
    expect(text).toContain('The recovery file doesn’t contain Newest.');
  });

  it('asks the user to unlock when the locked vault hides a consequence', () => {
    const text = wordsOf(onPage(<ForgetDevice />, { vault: LOCKED, otherVaults: [] }));
    expect(text).toContain('Unlock first to see it.');
    expect(text).toContain('Unlock first to compare this device’s copy');
  });

  it('shows no consequences of forgetting a device that has no vault', () => {
    expect(onPage(<ForgetDevice />, { vault: EMPTY })).toBe('');
  });

  const former = {
    kind: 'former',
    id: 'vault-2',
    home: 'device',
    server: '',
    revision: 4,
    checkCode: '1-2-3',
    syncedAt: 0,
    isKept: true,
  } as unknown as Extract<OtherVaultView, { kind: 'former' }>;

  it.each([
    ['exists nowhere else', former, 'it exists nowhere else', true],
    [
      'may be newer than the server’s copy',
      { ...former, home: 'server', server: 'Office' } as const,
      'Changes that never reached Office are lost.',
      false,
    ],
    ['has moved', { ...former, isKept: false }, 'contained everything in it when it moved', false],
  ])(
    'mentions another vault that is deleted too, and says that the other vault %s',
    (_, vault, text, isBad) => {
      const html = onPage(<ForgetDevice />, { vault: UNLOCKED, otherVaults: [vault] });
      expect(wordsOf(html)).toContain(text);
      expect(html.includes('role="alert"')).toBe(isBad);
    },
  );
});

describe('forgetting the device', () => {
  const forgetting = (answers: Answers = { 'vault.forget': null }) =>
    openPage(<ForgetDevice />, { answers });

  it('requires the typed confirmation word, in any letter case', async () => {
    const page = await forgetting();
    const field = 'Type “forget” to confirm';
    expect(page.isDisabled('Forget this device')).toBe(true);
    await page.type(field, 'forge');
    expect(page.isDisabled('Forget this device')).toBe(true);
    await page.type(field, ' Forget ');
    await page.click('Forget this device');
    expect(page.askedFor('vault.forget')).toEqual([{ word: 'forget' }]);
  });

  it('shows an alert when the vault couldn’t be removed from the device', async () => {
    const page = await forgetting({ 'vault.forget': refusing('interrupted') });
    await page.type('Type “forget” to confirm', 'forget');
    await page.click('Forget this device');
    expect(page.html()).toContain('role="alert"');
  });
});

describe('stored data that can’t be read', () => {
  const unreadable = (parts: readonly UnreadableView[], answers: Answers = {}) =>
    openPage(<Unreadable parts={parts} />, {
      answers: { 'stored.copy': { text: '{"all":1}' }, 'stored.delete': null, ...answers },
    });
  const DAMAGED = { key: 'vault', reason: 'damaged' } as const;

  it.each([
    ['newer', 'saved by a newer version of Condor. Update Condor'],
    ['older', 'no longer supported'],
    ['damaged', 'damaged.'],
    ['unavailable', 'Restart the browser'],
  ] as const)('names the unreadable part and the reason: %s', async (reason, text) => {
    const page = await unreadable([{ key: 'settings', reason }]);
    expect(page.words()).toContain('Settings and server addresses :');
    expect(page.words()).toContain(text);
  });

  it('explains in German why stored data can’t be read', () => {
    const parts = [{ key: 'vault', reason: 'newer' }] as const;
    const german = wordsOf(inGerman(() => onPage(<Unreadable parts={parts} />)));
    expect(german).toContain('neueren Version');
    expect(german).not.toContain('newer');
  });

  it('says for unreadable data that nothing was changed or deleted', async () => {
    const page = await unreadable([DAMAGED]);
    expect(page.words()).toContain('Condor didn’t change or delete anything on this device');
  });

  it('names an unknown part by its key', async () => {
    expect((await unreadable([{ key: 'later-thing', reason: 'newer' }])).words()).toContain(
      'later-thing : saved by a newer version',
    );
  });

  it('names each loss once, and only losses of the unreadable parts', async () => {
    const page = await unreadable([DAMAGED, { key: 'sites', reason: 'damaged' }]);
    expect(page.words()).toContain('You need to connect sites again.');
    expect(page.words().split('If the vault is on a server')).toHaveLength(2);
    expect(page.words()).not.toContain('You need to enter the addresses');
  });

  it('enables the deletion of unreadable data only after the saved copy was read back', async () => {
    const page = await unreadable([DAMAGED]);
    await page.type('Type “delete” to confirm', 'delete');
    expect(page.isDisabled('Delete and start over')).toBe(true);
    expect(page.words()).toContain('Save the copy first.');
    await page.click('Prepare a copy of the stored data');
    await page.follow('Save the copy');
    await page.chooseFile('{"all":1}');
    expect(page.words()).not.toContain('Save the copy first.');
    await page.click('Delete and start over');
    expect(page.askedFor('stored.delete')).toEqual([{ word: 'delete' }]);
  });

  it('keeps the button for the copy when the copy can’t be made', async () => {
    const page = await unreadable([DAMAGED], { 'stored.copy': refusing('interrupted') });
    await page.click('Prepare a copy of the stored data');
    expect(page.html()).toContain('role="alert"');
    expect(page.isDisabled('Prepare a copy of the stored data')).toBe(false);
  });

  it('reads the stored data again when the user presses “Try again”', async () => {
    const page = await unreadable([DAMAGED], { 'stored.retry': null });
    await page.click('Try again');
    expect(page.askedFor('stored.retry')).toEqual([{}]);
  });
});
