import { describe, expect, it } from 'vitest';
import { SyncSettings } from '../../../components/screens/settings/SyncSettings.tsx';
import { SyncNotice } from '../../../components/screens/vault/sync/SyncNotice.tsx';
import type { VaultView } from '../../../shared/messages/snapshot.ts';
import type { SyncState } from '../../../shared/messages/sync.ts';
import { LOCKED, snapshotWith, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

type Unlocked = Extract<VaultView, { status: 'unlocked' }>;
const settings = (change: Partial<Unlocked> = {}) =>
  onPage(<SyncSettings />, snapshotWith({ vault: { ...UNLOCKED, ...change } }));

describe('the page of a vault’s sync', () => {
  it('shows the server, the host of the passkeys, and the code to compare', () => {
    const facts = new Map(factsOf(settings()));
    expect(facts.get('Server')).toBe(`Condor (${'T'.repeat(16)})`);
    expect(facts.get('Address')).toBe('https://vault.example');
    expect(facts.get('Passkeys bound to')).toBe('vault.example');
    expect(facts.get('Revision')).toBe('12');
    expect(facts.get('Check code')).toBe('3F2A-91C0-77');
    expect(facts.get('Vault size')).toMatch(/^5 of \d+ KiB used$/);
  });

  it('shows that a vault is on this device only, without a sync button, and offers to connect a server', () => {
    const html = settings({ home: 'device', server: '' });
    const names = factsOf(html).map(([name]) => name);
    expect(names).toEqual(['Server', 'Revision', 'Vault size']);
    expect(factsOf(html)[0]?.[1]).toBe('On this device only');
    expect(wordsOf(html)).toContain('Connect a vault server');
    expect(buttonNamesOf(html)).not.toContain('Sync now');
  });

  it('offers to leave the server only in a browser that can keep the vault', () => {
    expect(buttonNamesOf(settings())).toContain('Leave or change the server');
    expect(buttonNamesOf(settings({ canKeepHere: false }))).not.toContain(
      'Leave or change the server',
    );
  });

  it.each<[string, SyncState, string]>([
    [
      'a server that doesn’t respond',
      { kind: 'offline', code: 'UNREACHABLE' },
      'The server doesn’t respond.',
    ],
    [
      'a busy server',
      { kind: 'offline', code: 'TRY_LATER', retryAfter: 7 },
      'Try again in 7 seconds.',
    ],
    ['a sync that runs', { kind: 'syncing' }, 'Syncing the vault…'],
    [
      'an address that the server denies',
      { kind: 'refused', code: 'ORIGIN_DENIED' },
      'The server doesn’t accept the address entered here.',
    ],
    [
      'an unknown code',
      { kind: 'refused', code: 'BODY_TOO_LARGE' },
      'The server refused to sign in (BODY_TOO_LARGE).',
    ],
  ])('explains the state of a vault’s sync: %s', (_, sync, text) => {
    expect(wordsOf(settings({ sync }))).toContain(text);
  });

  it('offers to register a vault again only when the server rejects it, and suggests a recovery file first', () => {
    const refused = settings({ sync: { kind: 'refused', code: 'UNKNOWN_PASSKEY' } });
    expect(buttonNamesOf(refused)).toContain('Register this vault again');
    const shown = wordsOf(refused);
    expect(shown.indexOf('Create a recovery file first.')).toBeLessThan(
      shown.indexOf('Register again on this server'),
    );
    const denied = settings({ sync: { kind: 'refused', code: 'ORIGIN_DENIED' } });
    expect(buttonNamesOf(denied)).not.toContain('Register this vault again');
  });

  it('shows no sync settings while the vault is locked', () => {
    expect(onPage(<SyncSettings />, { vault: LOCKED })).toBe('');
  });
});

describe('the notice of a sync that failed', () => {
  const notice = (sync: SyncState) =>
    onPage(<SyncNotice onOpen={() => undefined} />, { vault: { ...UNLOCKED, sync } });

  it.each(['unchecked', 'syncing', 'synced'] as const)(
    'shows no notice while no sync has failed: %s',
    (kind) => {
      expect(notice({ kind })).toBe('');
    },
  );

  it('says that signing still works while the server can’t be reached', () => {
    const html = notice({ kind: 'offline', code: 'UNREACHABLE' });
    expect(wordsOf(html)).toBe(
      'This device’s copy of the vault is open. You can sign as usual. The server doesn’t respond. Sync again',
    );
    expect(html).not.toContain('role="alert"');
  });

  it('says that changes can’t be saved when the server answers with another account or vault', () => {
    expect(wordsOf(notice({ kind: 'refused', code: 'OTHER_VAULT' }))).toContain(
      'changes can’t be saved. The server answered with another account or vault. View options',
    );
  });
});
