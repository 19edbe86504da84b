import { describe, expect, it } from 'vitest';
import { LanguageContext } from '../../../components/hooks/use-language.ts';
import { type Surface, SurfaceContext } from '../../../components/hooks/use-surface.ts';
import { VaultGate } from '../../../components/screens/shell/VaultGate.tsx';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { EMPTY, LOCKED, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { openPage } from '../helpers/open-page.tsx';

async function gate(
  kind: Surface['kind'],
  snapshot: Partial<WalletSnapshot>,
  change: (choice: string) => Promise<void> = async () => undefined,
) {
  const opened: string[] = [];
  const surface: Surface = {
    kind,
    openTab: () => opened.push('tab'),
    openPanel: undefined,
    openSmartAccounts: () => undefined,
    openDesk: () => undefined,
  };
  const page = await openPage(
    <LanguageContext value={change}>
      <SurfaceContext value={surface}>
        <VaultGate>{({ wallets }) => <p>{wallets.length} wallets are open</p>}</VaultGate>
      </SurfaceContext>
    </LanguageContext>,
    { snapshot, answers: { 'approvals.show': null } },
  );
  return { page, opened };
}

describe('the entry to the wallet', () => {
  it('shows the pages of an open vault, and hides them as soon as the vault is locked', async () => {
    const { page } = await gate('popup', { vault: UNLOCKED });
    expect(page.words()).toBe('2 wallets are open');
    await page.change({ vault: LOCKED });
    expect(page.words()).not.toContain('wallets are open');
    expect(page.isDisabled('Unlock')).toBe(false);
  });

  it('starts the setup of a wallet in a tab instead of the popup', async () => {
    const { page, opened } = await gate('popup', { vault: EMPTY });
    await page.click('Get started');
    expect(opened).toEqual(['tab']);
    const tab = await gate('tab', { vault: EMPTY });
    await tab.page.shows('Create a wallet');
  });

  it('says that the stored data can’t be read, and doesn’t offer to create a wallet', async () => {
    const { page } = await gate('tab', {
      vault: { status: 'unreadable', parts: [{ key: 'vault', reason: 'newer' }] },
    });
    await page.shows('Condor can’t read its stored data');
    expect(page.words()).not.toContain('Create a wallet');
  });

  it('doesn’t show the “Unlock” button until the texts of the chosen language are loaded', async () => {
    const texts = Promise.withResolvers<void>();
    const { page } = await gate('popup', { vault: LOCKED, language: 'de' }, () => texts.promise);
    expect(page.isDisabled('Unlock')).toBeUndefined();
    await page.during(() => texts.resolve());
    expect(page.isDisabled('Unlock')).toBe(false);
  });

  it('shows the “Unlock” button when the texts of the chosen language can’t be loaded', async () => {
    const { page } = await gate('popup', { vault: LOCKED, language: 'de' }, () =>
      Promise.reject(new Error('not found')),
    );
    expect(page.isDisabled('Unlock')).toBe(false);
  });
});

describe('requests that wait while a page opens', () => {
  const WAITING = { vault: UNLOCKED, approvalIds: ['a'] };

  it('opens the approval window from a popup that finds waiting requests at its start', async () => {
    const { page } = await gate('popup', WAITING);
    expect(page.askedFor('approvals.show')).toEqual([{}]);
    expect(page.words()).toContain('wallets are open');
  });

  it.each(['tab', 'panel'] as const)(
    'doesn’t open the approval window from a %s that finds waiting requests',
    async (kind) => {
      const { page } = await gate(kind, WAITING);
      expect(page.askedFor('approvals.show')).toEqual([]);
    },
  );

  it('doesn’t open the approval window from a popup that was open before the request', async () => {
    const { page } = await gate('popup', { vault: UNLOCKED });
    await page.change({ approvalIds: ['a'] });
    expect(page.askedFor('approvals.show')).toEqual([]);
  });

  it('hides the wallets while requests wait and the browser can’t open a window', async () => {
    const { page } = await gate('popup', { ...WAITING, hasNoWindow: true });
    expect(page.words()).not.toContain('wallets are open');
    await page.change({ approvalIds: [] });
    expect(page.words()).toContain('wallets are open');
  });
});
