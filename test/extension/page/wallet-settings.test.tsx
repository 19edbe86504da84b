import { describe, expect, it, vi } from 'vitest';
import { RevealSecret } from '../../../components/screens/settings/RevealSecret.tsx';
import { WalletSettings } from '../../../components/screens/settings/WalletSettings.tsx';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { ACCOUNT, LOCKED, UNLOCKED, WATCHED } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const settings = (answers: Answers = {}) =>
  openPage(<WalletSettings />, {
    answers: {
      'wallets.save': null,
      'accounts.add': null,
      'wallets.reveal': { kind: 'key', key: '0xsecretkey' },
      ...answers,
    },
  });
const editsOf = (page: Awaited<ReturnType<typeof settings>>) => page.askedFor('wallets.save');

describe('the wallets of a vault', () => {
  it('shows for each wallet whether it has a phrase or is only watched', async () => {
    const page = await settings();
    expect(page.words()).toContain('Recovery phrase');
    expect(page.words()).toContain('Watch only');
  });

  it('shows nothing for a locked vault, and a sentence for a vault without wallets', async () => {
    const page = await settings();
    await page.change({ vault: { ...UNLOCKED, revision: 13, wallets: [] } });
    expect(page.words()).toBe('Your vault doesn’t have a wallet yet.');
    await page.change({ vault: LOCKED });
    expect(page.words()).toBe('');
  });

  it('counts the changes and saves them in one request', async () => {
    const page = await settings();
    expect(page.words()).not.toContain('Save');
    await page.type('Name of recovery phrase Savings', 'Main');
    expect(page.words()).toContain('Save 1 change');
    await page.type('Name of account 0x3C44…93BC', 'Bank');
    await page.click('Save 2 changes');
    expect(editsOf(page)).toEqual([
      {
        edits: [
          { kind: 'rename-wallet', walletId: 'seed', name: 'Main' },
          { kind: 'rename-account', walletId: 'watch', address: WATCHED, name: 'Bank' },
        ],
      },
    ]);
  });

  it('still counts one unsaved change after a different part of the snapshot changes', async () => {
    const page = await settings();
    await page.type('Name of recovery phrase Savings', 'Main');
    await page.change({ autoLockMinutes: 11 });
    expect(page.words()).toMatch(/Save 1 change/);
  });

  it('restores the former names when the user discards the changes', async () => {
    const page = await settings();
    await page.type('Name of recovery phrase Savings', 'Main');
    await page.click('Discard');
    expect(page.valueOf('Name of recovery phrase Savings')).toBe('Savings');
    expect(page.words()).not.toContain('Discard');
  });

  it('doesn’t offer to save an empty name', async () => {
    const page = await settings();
    await page.type('Name of recovery phrase Savings', ' ');
    expect(page.words()).not.toContain('Save');
  });

  it('changes the order of wallets, but not beyond the ends of the list', async () => {
    const page = await settings();
    expect(page.isDisabled('Move up: Savings')).toBe(true);
    expect(page.isDisabled('Move down: Treasury')).toBe(true);
    await page.click('Move down: Savings');
    await page.click('Save 1 change');
    expect(editsOf(page)).toEqual([
      { edits: [{ kind: 'order-wallets', walletIds: ['watch', 'seed'] }] },
    ]);
  });

  it('hides accounts, but doesn’t let the user hide the last visible account', async () => {
    const page = await settings();
    await page.click('Hide Savings 0x7099…79C8');
    await page.click('Hide Treasury 0x3C44…93BC');
    expect(page.isDisabled('Hide Trading 0xabab…abab')).toBe(true);
    await page.click('Show Savings 0x7099…79C8');
    expect(page.isDisabled('Hide Trading 0xabab…abab')).toBe(false);
    await page.click('Save 1 change');
    expect(editsOf(page)).toEqual([
      { edits: [{ kind: 'hide-account', walletId: 'watch', address: WATCHED, hidden: true }] },
    ]);
  });

  it('adds an account to the wallet with a phrase, but not while there are unsaved changes', async () => {
    const page = await settings();
    expect(page.isDisabled('Add account')).toBe(false);
    await page.click('Add account');
    expect(page.askedFor('accounts.add')).toEqual([expect.objectContaining({ walletId: 'seed' })]);
    await page.type('Name of recovery phrase Savings', 'Main');
    expect(page.isDisabled('Add account')).toBe(true);
  });

  it('keeps the changes and shows an alert when the vault can’t be saved', async () => {
    const page = await settings({ 'wallets.save': refusing('windowClosed') });
    await page.type('Name of recovery phrase Savings', 'Main');
    await page.click('Save 1 change');
    expect(page.html()).toContain('role="alert"');
    expect(page.valueOf('Name of recovery phrase Main')).toBe('Main');
  });

  it('drops unsaved changes when a new revision of the vault arrives', async () => {
    const page = await settings();
    await page.type('Name of recovery phrase Savings', 'Main');
    await page.change({ vault: { ...UNLOCKED, revision: 13 } });
    expect(page.valueOf('Name of recovery phrase Savings')).toBe('Savings');
  });
});

describe('the removal of a wallet', () => {
  it('removes a watched address without first showing a secret', async () => {
    const page = await settings();
    await page.click('Remove');
    await page.click('Remove from vault');
    await page.click('Save 1 change');
    expect(editsOf(page)).toEqual([{ edits: [{ kind: 'remove-wallet', walletId: 'watch' }] }]);
  });

  it('lets the user remove a wallet with a phrase only after the secret was shown and a copy confirmed', async () => {
    const page = await settings();
    await page.click('Export or remove');
    expect(page.words()).toContain('first show its secret and keep a copy');
    expect(page.isDisabled('Remove from vault')).toBeUndefined();
    await page.click('Show secret');
    expect(page.isDisabled('Remove from vault')).toBe(true);
    await page.tick('I kept a copy of the secret. Without it, the money would be lost.');
    await page.click('Remove from vault');
    expect(page.words()).toContain('Save 1 change');
    expect(editsOf(page)).toEqual([]);
  });

  it('doesn’t offer to remove the wallet when its secret couldn’t be shown', async () => {
    const page = await settings({ 'wallets.reveal': refusing('windowClosed') });
    await page.click('Export or remove');
    await page.click('Show secret');
    expect(page.isDisabled('Remove from vault')).toBeUndefined();
    expect(page.words()).toContain('first show its secret');
  });
});

describe('a secret on the screen', () => {
  const reveal = (answers: Answers) => {
    const onSeen = vi.fn();
    const page = openPage(<RevealSecret walletId="seed" onSeen={onSeen} />, { answers });
    return page.then((opened) => ({ page: opened, onSeen }));
  };
  const KEY = { 'wallets.reveal': { kind: 'key', key: '0xsecretkey' } } as const;

  it('warns first, and after a click shows the key or the words of the phrase', async () => {
    const { page, onSeen } = await reveal(KEY);
    expect(page.words()).toContain('Make sure that nobody is watching.');
    await page.click('Show secret');
    expect(page.words()).toContain('0xsecretkey');
    expect(page.words()).toContain('It disappears in 60 s.');
    expect(onSeen).toHaveBeenCalledOnce();
    const other = await reveal({ 'wallets.reveal': { kind: 'seed', words: ['zoo', 'abandon'] } });
    await other.page.click('Show secret');
    expect(other.page.words()).toContain('1 zoo 2 abandon');
  });

  it('hides the secret when the user clicks “Hide”', async () => {
    const { page } = await reveal(KEY);
    await page.click('Show secret');
    await page.click('Hide');
    expect(page.html()).not.toContain('secretkey');
  });

  it('hides the secret after a minute', async () => {
    vi.useFakeTimers();
    try {
      const { page } = await reveal(KEY);
      await page.click('Show secret');
      await page.after(59_000);
      expect(page.words()).toContain('It disappears in 1 s.');
      await page.after(1_000);
      expect(page.html()).not.toContain('secretkey');
    } finally {
      vi.useRealTimers();
    }
  });

  it('doesn’t count a secret as seen when the secret couldn’t be shown', async () => {
    const { page, onSeen } = await reveal({ 'wallets.reveal': refusing('windowClosed') });
    await page.click('Show secret');
    expect(onSeen).not.toHaveBeenCalled();
    expect(page.html()).toContain('role="alert"');
    expect(page.words()).not.toContain(ACCOUNT);
  });
});
