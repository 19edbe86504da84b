import { describe, expect, it } from 'vitest';
import { FirstRun } from '../../../components/screens/vault/first-run/FirstRun.tsx';
import { Welcome } from '../../../components/screens/vault/first-run/Welcome.tsx';
import type { ServerInfo } from '../../../shared/messages/wallet-answers.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { EMPTY } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const SERVER: ServerInfo = {
  tenantId: 'T'.repeat(16),
  name: 'Family vault',
  origin: 'https://vault.example',
  rpId: 'vault.example',
  enrollmentEnabled: true,
};
const NEEDS_SERVER = { status: 'empty', canKeepHere: false } as const;

const firstRun = (answers: Answers = {}, vault: typeof EMPTY = EMPTY, isForSite = false) =>
  openPage(<FirstRun isForSite={isForSite} />, {
    snapshot: { vault },
    answers: { 'vault.beginNew': null, 'vault.checkServer': SERVER, ...answers },
  });

describe('the first screen of a new wallet', () => {
  it('creates a wallet with one button', async () => {
    const page = await firstRun();
    await page.click('Create a wallet');
    expect(page.askedFor('vault.beginNew')).toEqual([
      expect.objectContaining({ name: 'Main wallet' }),
    ]);
  });

  it('shows an alert when no passkey was created, and keeps the button enabled', async () => {
    const page = await firstRun({ 'vault.beginNew': refusing('windowClosed') });
    expect(page.html()).not.toContain('role="alert"');
    await page.click('Create a wallet');
    expect(page.html()).toContain('role="alert"');
    expect(page.isDisabled('Create a wallet')).toBe(false);
  });

  it('starts with a server in Firefox, because a passkey there always belongs to a server’s address', async () => {
    const page = await firstRun({}, NEEDS_SERVER);
    expect(page.words()).toContain('In Firefox, a passkey always belongs to a server’s address.');
    expect(page.isDisabled('Create a wallet')).toBeUndefined();
    await page.click('Connect a vault server');
    expect(page.words()).toContain('Step 1 of 2: your server');
    await page.click('Back');
    expect(page.words()).toContain('In Firefox');
  });

  it('offers a look at live orders only while no site waits for the user', async () => {
    expect((await firstRun()).words()).toContain('Look at live orders first');
    expect((await firstRun({}, EMPTY, true)).words()).not.toContain('Look at live orders first');
  });

  it('begins with a page that explains what Condor is', async () => {
    let begun = 0;
    const page = await openPage(<Welcome onStart={() => void begun++} />);
    expect(page.words()).toContain('Options on Base, in a wallet without a password.');
    await page.click('Get started');
    expect(begun).toBe(1);
  });
});

describe('an existing wallet on the first run', () => {
  async function having(choice: string, answers: Answers = {}) {
    const page = await firstRun(answers);
    await page.click('I already have one');
    await page.click(choice);
    return page;
  }
  const PHRASE =
    'Recovery phrase or private key 12 to 24 words separated by spaces, or 64 hexadecimal characters.';
  const RESTORE = 'Restore a recovery file All wallets from another vault, with its recovery code.';

  it('offers a keystore file, a server or a recovery file for an existing wallet, and “Back” returns to the first screen', async () => {
    const page = await firstRun();
    await page.click('I already have one');
    for (const name of ['Keystore file', 'Sign in to a vault server', 'Restore a recovery file'])
      expect(page.words()).toContain(name);
    await page.click('Back');
    expect(page.words()).toContain('Create a wallet');
  });

  it('imports a private key in one step', async () => {
    const page = await having(PHRASE, { 'wallets.preview': null, 'vault.beginImport': null });
    expect(page.isDisabled('Import')).toBe(true);
    await page.type('Recovery phrase, private key or address', 'ab'.repeat(32));
    await page.click('Import');
    expect(page.askedFor('vault.beginImport')).toEqual([
      expect.objectContaining({ name: 'Imported wallet', secret: 'ab'.repeat(32) }),
    ]);
  });

  it('keeps a typed secret in a password field, and nowhere else in the page’s markup', async () => {
    const page = await having(PHRASE);
    await page.type('Recovery phrase, private key or address', 'secret words');
    expect(page.html().replace(/value="secret words"/, '')).not.toContain('secret words');
    expect(page.html()).toContain('type="password"');
  });

  it('rejects an invalid phrase, and imports nothing', async () => {
    const page = await having(PHRASE, { 'wallets.preview': refusing('badPhrase') });
    await page.type('Recovery phrase, private key or address', 'one two three');
    await page.click('Import');
    expect(page.html()).toContain('role="alert"');
    expect(page.askedFor('vault.beginImport')).toEqual([]);
  });

  it('restores a recovery file with its code, and reports how many wallets were new', async () => {
    const page = await having(RESTORE, { 'vault.beginRestore': { added: 2, known: 1 } });
    await page.type('Recovery code', 'ABCDE');
    expect(page.isDisabled('Restore')).toBe(true);
    await page.chooseFile('{"file":1}');
    await page.click('Restore');
    expect(page.askedFor('vault.beginRestore')).toEqual([{ text: '{"file":1}', code: 'ABCDE' }]);
    expect(page.words()).toContain(
      '2 wallets were restored. 1 wallet in the file was already in your vault.',
    );
  });

  it('keeps the typed code in the form, and shows an alert, when the code is wrong', async () => {
    const page = await having(RESTORE, { 'vault.beginRestore': refusing('wrongPassword') });
    await page.chooseFile('{"file":1}');
    await page.type('Recovery code', 'WRONG');
    await page.click('Restore');
    expect(page.valueOf('Recovery code')).toBe('WRONG');
    expect(page.html()).toContain('role="alert"');
  });

  it('imports a keystore file with its password', async () => {
    const page = await having('Keystore file A version 3 JSON file and its password.', {
      'vault.beginKeystore': null,
    });
    await page.type('Keystore password', 'pass');
    expect(page.isDisabled('Import key')).toBe(true);
    await page.chooseFile('{"version":3}');
    await page.click('Import key');
    expect(page.askedFor('vault.beginKeystore')).toEqual([
      expect.objectContaining({ file: '{"version":3}', password: 'pass' }),
    ]);
    expect(page.valueOf('Keystore password')).toBe('');
  });
});

describe('the server of a new vault', () => {
  async function atServer(answers: Answers = {}, info: Partial<ServerInfo> = {}) {
    const page = await firstRun(
      { 'vault.checkServer': { ...SERVER, ...info }, ...answers },
      NEEDS_SERVER,
    );
    await page.click('Connect a vault server');
    await page.type('Server address', 'https://vault.example');
    await page.click('Continue');
    return page;
  }

  it('contacts the server at the typed address, and then shows the step for the passkey', async () => {
    const page = await atServer();
    expect(page.askedFor('vault.checkServer')).toEqual([{ vaultUrl: 'https://vault.example' }]);
    expect(page.words()).toContain('Step 2 of 2: your passkey');
    expect(page.words()).toContain('Passkeys are bound to vault.example');
  });

  it('shows an alert when a server can’t be used, and keeps the typed address', async () => {
    const page = await atServer({ 'vault.checkServer': refusing('UNREACHABLE') });
    expect(page.html()).toContain('role="alert"');
    expect(page.words()).toContain('Step 1 of 2');
    expect(page.valueOf('Server address')).toBe('https://vault.example');
  });

  it('keeps a typed indexer address when the user then types a server address', async () => {
    const page = await firstRun({}, NEEDS_SERVER);
    await page.click('Connect a vault server');
    await page.type('Indexer', 'https://own.example');
    await page.type('Server address', 'https://vault.example');
    expect(page.valueOf('Indexer')).toBe('https://own.example');
  });

  it('creates a vault on the server whose address the user typed', async () => {
    const page = await atServer({ 'vault.createAccount': null });
    await page.click('Create a new vault');
    expect(page.askedFor('vault.createAccount')).toEqual([
      { services: expect.objectContaining({ vaultUrl: 'https://vault.example' }) },
    ]);
  });

  it('explains what to do when no passkey matches during a sign-in', async () => {
    const page = await atServer({ 'vault.signIn': refusing('UNKNOWN_PASSKEY') });
    await page.click('Sign in to an existing vault');
    expect(page.words()).toContain('Use the phone that has the passkey');
  });

  it('disables the creation of a vault on a closed server, and disables sign-in at an IP address', async () => {
    const closed = await atServer({}, { enrollmentEnabled: false });
    expect(closed.isDisabled('Create a new vault')).toBe(true);
    expect(closed.isDisabled('Sign in to an existing vault')).toBe(false);
    const byNumber = await atServer({}, { rpId: '192.0.2.7' });
    expect(byNumber.words()).toContain('Ask the server’s operator to set VAULT_RP_ID');
    expect(byNumber.isDisabled('Sign in to an existing vault')).toBe(true);
  });
});
