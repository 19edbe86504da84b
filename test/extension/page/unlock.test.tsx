import { describe, expect, it } from 'vitest';
import { Unlock } from '../../../components/screens/vault/unlock/Unlock.tsx';
import type { VaultView } from '../../../shared/messages/snapshot.ts';
import { LOCKED } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, buttonsOf, wordsOf } from '../helpers/read-markup.ts';

const around = { otherVaults: [], warnings: [] };

describe('a locked wallet', () => {
  const unlock = (vault: VaultView, isForSite = false) =>
    onPage(<Unlock isForSite={isForSite} />, { ...around, vault });

  it('shows “Unlock” as the first button, and names the vault’s tenant, its revision and the time of its last sync', () => {
    const html = unlock(LOCKED);
    expect(buttonsOf(html)[0]).toEqual({ name: 'Unlock', isDisabled: false });
    expect(wordsOf(html)).toMatch(/Condor · revision 12 · synced /);
  });

  it('says that a locked vault is only on this device', () => {
    const html = unlock({ ...LOCKED, home: 'device' } as VaultView);
    expect(wordsOf(html)).toContain('On this device only, revision 12');
    expect(wordsOf(html)).not.toContain('synced');
  });

  it('offers to forget the device, but not while a site waits', () => {
    expect(buttonNamesOf(unlock(LOCKED))).toContain('Forget this device');
    expect(buttonNamesOf(unlock(LOCKED, true))).toEqual(['Unlock']);
  });
});
