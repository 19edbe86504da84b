import { describe, expect, it, vi } from 'vitest';
import { ConnectServer } from '../../../components/screens/vault/sync/ConnectServer.tsx';
import { LeaveServer } from '../../../components/screens/vault/sync/LeaveServer.tsx';
import type { ServerInfo } from '../../../shared/messages/wallet-answers.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

describe('leaving a server for this device', () => {
  async function leaving(answers: Answers = { 'vault.leave': { isDeleted: false } }) {
    const onAccountKept = vi.fn();
    const onChange = vi.fn();
    const page = await openPage(
      <LeaveServer server="Condor" onAccountKept={onAccountKept} onChange={onChange} />,
      { answers },
    );
    await page.click('Leave or change the server');
    return { page, onAccountKept, onChange };
  }

  it('explains the move before it starts, and lets the user cancel', async () => {
    const { page } = await leaving();
    expect(page.words()).toContain('moves the vault to this device with a new passkey');
    expect(page.words()).toContain('Your other devices keep using the server’s vault.');
    await page.click('Cancel');
    expect(page.words()).toBe('Leave or change the server');
    expect(page.asked).toEqual([]);
  });

  it('keeps the account on the server unless the user wants it deleted', async () => {
    const { page, onAccountKept, onChange } = await leaving();
    await page.click('Move the vault to this device');
    expect(page.askedFor('vault.leave')).toEqual([{ isServerLost: false, deletesAccount: false }]);
    expect(onChange).toHaveBeenCalledWith(false);
    expect(onAccountKept).not.toHaveBeenCalled();
  });

  it('asks the server to delete the account, and reports when the server kept the account', async () => {
    const { page, onAccountKept } = await leaving();
    await page.tick('Then delete the account on Condor. Your other devices lose it too.');
    await page.click('Move the vault to this device');
    expect(page.askedFor('vault.leave')).toEqual([{ isServerLost: false, deletesAccount: true }]);
    expect(onAccountKept).toHaveBeenCalledOnce();
  });

  it('doesn’t report a kept account when the server deleted the account', async () => {
    const { page, onAccountKept } = await leaving({ 'vault.leave': { isDeleted: true } });
    await page.tick('Then delete the account on Condor. Your other devices lose it too.');
    await page.click('Move the vault to this device');
    expect(onAccountKept).not.toHaveBeenCalled();
  });

  it('moves the vault, and remembers that the user wants to connect a different server', async () => {
    const { page, onChange } = await leaving();
    await page.click('Change to another server');
    expect(onChange).toHaveBeenCalledWith(true);
    expect(page.askedFor('vault.leave')).toHaveLength(1);
  });

  it('offers to move this device’s copy only after the server failed, and doesn’t delete the account in this case', async () => {
    const { page } = await leaving({ 'vault.leave': refusing('UNREACHABLE') });
    await page.tick('Then delete the account on Condor. Your other devices lose it too.');
    expect(page.words()).not.toContain('Move this device’s copy');
    await page.click('Move the vault to this device');
    expect(page.words()).toContain('It doesn’t contain changes that only other devices made.');
    await page.click('Move this device’s copy');
    expect(page.askedFor('vault.leave').at(-1)).toEqual({
      isServerLost: true,
      deletesAccount: false,
    });
  });
});

describe('moving from this device to a server', () => {
  const SERVER: ServerInfo = {
    tenantId: 'T'.repeat(16),
    name: 'Family vault',
    origin: 'https://vault.example',
    rpId: 'vault.example',
    enrollmentEnabled: true,
  };
  const connecting = (answers: Answers = {}, isChange = false) =>
    openPage(<ConnectServer isChange={isChange} />, {
      answers: { 'vault.checkServer': SERVER, 'vault.connect': null, ...answers },
    });
  async function atServer(info: Partial<ServerInfo> = {}, answers: Answers = {}) {
    const page = await connecting({ 'vault.checkServer': { ...SERVER, ...info }, ...answers });
    await page.click('Continue');
    return page;
  }

  it('suggests the stored server address, but no address after the user left that server', async () => {
    expect((await connecting()).valueOf('Server address')).toBe('https://vault.example');
    const change = await connecting({}, true);
    expect(change.valueOf('Server address')).toBe('');
    expect(change.words()).toContain('Second step: connect the new server');
    expect(change.isDisabled('Continue')).toBe(true);
  });

  it.each([
    ['an address without https', 'http://vault.example', 'Only https addresses are secure.'],
    ['a word', 'vault', undefined],
  ])('accepts or refuses a server address while the user types: %s', async (_, typed, problem) => {
    const page = await connecting();
    await page.type('Server address', typed);
    if (problem === undefined) expect(page.isDisabled('Continue')).toBe(false);
    else {
      expect(page.words()).toContain(problem);
      expect(page.isDisabled('Continue')).toBe(true);
    }
  });

  it('names the server and the host of its passkeys before a passkey is created', async () => {
    const page = await atServer();
    expect(page.words()).toContain('Family vault Passkeys are bound to vault.example');
    expect(page.askedFor('vault.connect')).toEqual([]);
    await page.click('Connect with a new passkey');
    expect(page.askedFor('vault.connect')).toEqual([{}]);
  });

  it('offers no new passkey for an IP address', async () => {
    const page = await atServer({ rpId: '192.0.2.7' });
    expect(page.words()).toContain('browsers only allow host names');
    expect(page.isDisabled('Connect with a new passkey')).toBe(true);
    expect(page.isDisabled('Sign in to a vault there and merge')).toBe(true);
  });

  it('offers to sign in to a server that takes no new accounts', async () => {
    const page = await atServer({ enrollmentEnabled: false });
    expect(page.words()).toContain('This server doesn’t accept new accounts.');
    expect(page.isDisabled('Connect with a new passkey')).toBe(true);
    expect(page.isDisabled('Sign in to a vault there and merge')).toBe(false);
  });

  it('tries localhost when 127.0.0.1 doesn’t answer', async () => {
    const asked: string[] = [];
    const page = await connecting({
      'vault.checkServer': ({ vaultUrl }) => {
        asked.push(vaultUrl);
        return vaultUrl.includes('localhost') ? SERVER : refusing('UNREACHABLE')();
      },
    });
    await page.type('Server address', 'http://127.0.0.1:8787');
    await page.click('Continue');
    expect(asked).toEqual(['http://127.0.0.1:8787', 'http://localhost:8787']);
    expect(page.words()).toContain('Family vault');
  });

  it('explains how to sign in when no passkey of this device opens the server’s vault', async () => {
    const page = await atServer({}, { 'vault.join': refusing('UNKNOWN_PASSKEY') });
    await page.click('Sign in to a vault there and merge');
    expect(page.words()).toContain('Three ways to get in');
    await page.click('Connect with a new passkey');
    expect(page.words()).not.toContain('Three ways to get in');
  });

  it('shows an alert, but no sign-in help, when the server doesn’t respond', async () => {
    const page = await atServer({}, { 'vault.join': refusing('UNREACHABLE') });
    await page.click('Sign in to a vault there and merge');
    expect(page.html()).toContain('role="alert"');
    expect(page.words()).not.toContain('Three ways to get in');
  });

  it('returns to the address form when the user presses “Change server”', async () => {
    const page = await atServer();
    await page.click('Change server');
    expect(page.valueOf('Server address')).toBe(snapshotWith({}).services.vaultUrl);
  });
});
