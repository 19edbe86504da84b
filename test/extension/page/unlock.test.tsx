import { describe, expect, it } from 'vitest';
import { ForgetDevice } from '../../../components/screens/vault/unlock/ForgetDevice.tsx';
import { Unlock } from '../../../components/screens/vault/unlock/Unlock.tsx';
import { Unreadable } from '../../../components/screens/vault/unlock/Unreadable.tsx';
import type { UnreadableView, VaultView } from '../../../shared/messages/snapshot.ts';
import { LOCKED, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, buttonsOf, wordsOf } from '../helpers/read-markup.ts';

const around = { otherVaults: [], warnings: [] };

describe('a locked wallet', () => {
  const unlock = (vault: VaultView, isForSite = false) =>
    onPage(<Unlock isForSite={isForSite} />, { ...around, vault });

  it('unlocks with one button, and says whose vault it is and how old', () => {
    const html = unlock(LOCKED);
    expect(buttonsOf(html)[0]).toEqual({ name: 'Unlock', isDisabled: false });
    expect(wordsOf(html)).toMatch(/Condor · revision 12 · synced /);
  });

  it('says that a vault is on this device only', () => {
    const html = unlock({ ...LOCKED, home: 'device' } as VaultView);
    expect(wordsOf(html)).toContain('On this device only, revision 12');
    expect(wordsOf(html)).not.toContain('synced');
  });

  it('offers to forget the device, but not while a site waits', () => {
    expect(buttonNamesOf(unlock(LOCKED))).toContain('Forget this device');
    expect(buttonNamesOf(unlock(LOCKED, true))).toEqual(['Unlock']);
  });
});

describe('forgetting the device', () => {
  const forget = (vault: VaultView) => onPage(<ForgetDevice />, { ...around, vault });
  const unlocked = (change: Partial<typeof UNLOCKED>) => forget({ ...UNLOCKED, ...change });
  const words = (change: Partial<typeof UNLOCKED>) => wordsOf(unlocked(change));

  it('waits for the word', () => {
    const button = buttonsOf(unlocked({})).find(({ name }) => name === 'Forget this device');
    expect(button?.isDisabled).toBe(true);
  });

  it('says that the server has the vault only when a sync has shown it', () => {
    const hasIt = 'The server “Condor” has this vault (revision 12';
    expect(words({ sync: { kind: 'synced' } })).toContain(hasIt);
    expect(words({ sync: { kind: 'offline', code: 'UNREACHABLE' } })).not.toContain(hasIt);
    expect(words({ sync: { kind: 'offline', code: 'UNREACHABLE' } })).toContain(
      'Condor hasn’t checked whether the server still has it. Sync first.',
    );
    expect(wordsOf(forget(LOCKED))).toContain('Unlock first to compare this device’s copy');
  });

  it('warns that a vault without a server would be lost', () => {
    const html = unlocked({ home: 'device' });
    expect(wordsOf(html)).toContain('This vault is only on this device.');
    expect(wordsOf(html)).toContain('they can’t restore this vault');
    expect(html).toContain('role="alert"');
  });

  it('warns of a server that rejects the vault', () => {
    const html = unlocked({ sync: { kind: 'refused', code: 'UNKNOWN_PASSKEY' } });
    expect(wordsOf(html)).toContain('The copy on this device, revision 12, may be the only one.');
    expect(html).toContain('role="alert"');
  });

  it('counts what only this device has', () => {
    const item = { kind: 'contact', name: 'Baker', address: '0x1' } as const;
    const version = { revision: 9, createdAt: 0, device: 'Phone' };
    const divergence = {
      ...{ here: version, offered: version, offeredDigest: '', adding: [], mergedWallets: 1 },
      ...{ deleting: [], returning: [], unremovable: [], isVerified: true },
    };
    expect(words({ sync: { kind: 'forked', ...divergence, missing: [item] } })).toContain(
      'revision 12 would be lost, with 1 item that exists only here.',
    );
    expect(words({ sync: { kind: 'forked', ...divergence, missing: [item, item] } })).toContain(
      'with 2 items that exist only here.',
    );
  });

  it('says whether there is a recovery file, as far as an open vault knows', () => {
    expect(words({})).toContain('You haven’t saved a recovery file of this vault.');
    expect(words({ backups: [{ walletId: 'seed', fileAt: 1 }] })).toContain(
      'You created a recovery file',
    );
    expect(wordsOf(forget(LOCKED))).toContain('Unlock first to see it.');
  });
});

describe('stored data that this version can’t read', () => {
  const page = (parts: readonly UnreadableView[]) => onPage(<Unreadable parts={parts} />);

  it('names each part with its reason, and that nothing was changed', () => {
    const shown = wordsOf(
      page([
        { key: 'vault', reason: 'newer' },
        { key: 'activity', reason: 'damaged' },
        { key: 'sites', reason: 'unavailable' },
      ]),
    );
    expect(shown).toContain('Condor didn’t change or delete anything on this device');
    expect(shown).toContain('Vault on this device : saved by a newer version of Condor.');
    expect(shown).toContain('Activity : damaged.');
    expect(shown).toContain('Connected sites : the browser can’t read it.');
  });

  it('deletes nothing before a copy was saved', () => {
    const html = page([{ key: 'vault', reason: 'damaged' }]);
    expect(wordsOf(html)).toContain('Save the copy first.');
    expect(buttonsOf(html)).toEqual([
      { name: 'Try again', isDisabled: false },
      { name: 'Prepare a copy of the stored data', isDisabled: false },
      { name: 'Delete and start over', isDisabled: true },
    ]);
  });

  it('says what is lost with each part, each loss once', () => {
    const loss = 'If the vault is on a server, sign in';
    const shown = wordsOf(page([{ key: 'vault', reason: 'damaged' }]));
    expect(shown.split(loss)).toHaveLength(2);
    expect(shown).not.toContain('You need to connect sites again.');
    expect(wordsOf(page([{ key: 'sites', reason: 'damaged' }]))).toContain(
      'You need to connect sites again.',
    );
  });

  it('shows an unknown part by its key', () => {
    expect(wordsOf(page([{ key: 'new-part', reason: 'newer' }]))).toContain('new-part : saved by');
  });

  it('explains itself in German as well', () => {
    const german = wordsOf(inGerman(() => page([{ key: 'vault', reason: 'newer' }])));
    expect(german).toContain('neueren Version');
    expect(german).not.toContain('newer');
  });
});
