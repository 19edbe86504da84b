import { describe, expect, it } from 'vitest';
import { PasskeySettings } from '../../../components/screens/settings/PasskeySettings.tsx';
import type { PasskeyView } from '../../../shared/messages/snapshot.ts';
import { MAX_PASSKEYS } from '../../../shared/wire/vault-limits.ts';
import { LOCKED, snapshotWith, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const page = (change: Partial<typeof UNLOCKED> = {}) =>
  onPage(<PasskeySettings />, snapshotWith({ vault: { ...UNLOCKED, ...change } }));
const removals = (html: string) => buttonNamesOf(html).filter((name) => name.startsWith('Remove'));

describe('the passkeys of a vault', () => {
  it('shows each passkey with its name', () => {
    const html = page();
    expect(html).toContain('value="Laptop"');
    expect(html).toContain('value="Security key"');
  });

  it('lets the user remove another passkey, but not the passkey in use', () => {
    expect(removals(page())).toEqual([expect.stringContaining('Security key')]);
  });

  it('doesn’t let the user remove the only passkey', () => {
    const only: PasskeyView = { credentialId: 'b', name: 'Key', addedAt: 0, isInUse: false };
    expect(removals(page({ passkeys: [only] }))).toEqual([]);
  });

  it('offers to add a passkey only while the vault holds fewer than the maximum', () => {
    const many = Array.from({ length: MAX_PASSKEYS }, (_, i) => ({
      ...{ credentialId: `${i}`, name: `Key ${i}`, addedAt: 0, isInUse: i === 0 },
    }));
    expect(page()).toContain('type="submit"');
    expect(wordsOf(page({ passkeys: many }))).toContain(String(MAX_PASSKEYS));
    expect(page({ passkeys: many })).not.toContain('type="submit"');
    expect(page({ passkeys: many.slice(1) })).toContain('type="submit"');
  });

  it('shows no passkeys of a locked vault', () => {
    expect(onPage(<PasskeySettings />, snapshotWith({ vault: LOCKED }))).toBe('');
  });
});

describe('the backup of a vault', () => {
  const ONE_KEY = UNLOCKED.passkeys.slice(0, 1);

  it('shows which recovery phrase is confirmed', () => {
    expect(wordsOf(page())).toContain('You confirmed the recovery phrase of Savings.');
  });

  it('warns when a vault on this device has only one passkey, and marks a recommended backup', () => {
    const html = page({ home: 'device', passkeys: ONE_KEY, backups: [] });
    expect(wordsOf(html)).toContain('This wallet exists only on this device, behind one passkey.');
    expect(wordsOf(html)).toContain('Recommended');
    expect(wordsOf(html)).not.toContain('You confirmed');
  });

  it('doesn’t warn when a second passkey opens the vault', () => {
    const html = page({ home: 'device', backups: [] });
    expect(wordsOf(html)).not.toContain('exists only on this device');
    expect(wordsOf(html)).not.toContain('Recommended');
  });

  it('offers a button that shows the recovery phrase', () => {
    const html = page({ backups: [] });
    expect(wordsOf(html)).toContain('Recovery phrase of Savings');
    expect(buttonNamesOf(html)).toContain('Show the phrase');
  });
});
