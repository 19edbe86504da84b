import { describe, expect, it } from 'vitest';
import { ConflictList } from '../../../components/screens/vault/sync/ConflictList.tsx';
import type { ConflictView } from '../../../shared/messages/snapshot.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { ACCOUNT, LOCKED, UNLOCKED, WATCHED } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const conflict = (change: Partial<ConflictView> = {}): ConflictView => ({
  ...{ kind: 'wallet', field: 'name', key: 'seed', lost: 'Old age', kept: 'House' },
  ...{ at: Date.now() - 2 * 3_600_000, isNew: true },
  ...change,
});
const list = (
  conflicts: readonly ConflictView[],
  answers: Answers = { 'wallets.save': null },
  vault: typeof UNLOCKED | typeof LOCKED = UNLOCKED,
) =>
  openPage(<ConflictList title="Changed twice" conflicts={conflicts} />, {
    answers,
    snapshot: { vault },
  });

describe('a value that two devices changed', () => {
  it('shows both values of a conflict, and how long ago one value was overwritten', async () => {
    const page = await list([conflict()]);
    expect(page.words()).toBe(
      'Changed twice Name of a wallet, 2 h ago kept: House not kept: Old age Use “Old age” instead',
    );
  });

  it.each([
    ['wallet', 'seed', { kind: 'rename-wallet', walletId: 'seed', name: 'Old age' }],
    [
      'account',
      ACCOUNT,
      { kind: 'rename-account', walletId: 'seed', address: ACCOUNT, name: 'Old age' },
    ],
    ['passkey', 'a', { kind: 'rename-passkey', credentialId: 'a', name: 'Old age' }],
    ['contact', WATCHED, { kind: 'set-contact', address: WATCHED, name: 'Old age' }],
  ] as const)('restores an overwritten name with one button: %s', async (kind, key, edit) => {
    const page = await list([conflict({ kind, key })]);
    await page.click('Use “Old age” instead');
    expect(page.askedFor('wallets.save')).toEqual([{ edits: [edit] }]);
  });

  it.each([
    ['a setting', conflict({ kind: 'setting', key: 'language' })],
    ['the name of a wallet that is gone', conflict({ key: 'removed' })],
    ['the name of an account that is gone', conflict({ kind: 'account', key: '0x9' })],
  ])('offers no button to restore %s', async (_, gone) => {
    const page = await list([gone]);
    expect(page.words()).toContain('not kept: Old age');
    expect(page.words()).not.toContain('instead');
  });

  it('lists conflicts in reverse order, the last one first', async () => {
    const page = await list([conflict({ kept: 'First' }), conflict({ kept: 'Second' })]);
    expect(page.words().indexOf('Second')).toBeLessThan(page.words().indexOf('First'));
  });

  it('shows an alert when a value couldn’t be restored, and keeps the button enabled', async () => {
    const page = await list([conflict()], { 'wallets.save': refusing('windowClosed') });
    await page.click('Use “Old age” instead');
    expect(page.html()).toContain('role="alert"');
    expect(page.isDisabled('Use “Old age” instead')).toBe(false);
  });

  it('the list of conflicts is empty while the vault is locked or has no conflicts', async () => {
    expect((await list([conflict()], {}, LOCKED)).words()).toBe('');
    expect((await list([])).words()).toBe('');
  });
});
