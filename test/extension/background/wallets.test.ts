import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toHex } from '../../../shared/bytes.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = `0x${'11'.repeat(32)}`;
const KEYSTORE = JSON.parse(
  readFileSync(new URL('../../vectors/keystore-v3.json', import.meta.url), 'utf8'),
);

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

async function owner() {
  const authenticator = createSoftAuthenticator();
  const phone = createDevice({ harness, authenticator, name: 'phone' });
  await phone.session.createAccount();
  await phone.wallets.import('Savings', PHRASE);
  await phone.wallets.import('Key', KEY);
  phone.titles.length = 0;
  const [savings = '', key = ''] = phone.wallets.view().map(({ id }) => id);
  return { phone, authenticator, savings, key };
}

describe('changes of wallets', () => {
  it('are saved together with one prompt and arrive on another device', async () => {
    const { phone, authenticator, savings, key } = await owner();
    await phone.wallets.save([
      { kind: 'rename-wallet', walletId: savings, name: 'Old age' },
      { kind: 'rename-account', walletId: savings, address: FIRST_ADDRESS, name: 'House' },
      { kind: 'order-wallets', walletIds: [key, savings] },
      { kind: 'set-contact', address: FIRST_ADDRESS, name: 'Myself' },
    ]);
    expect(phone.titles).toEqual(['Save the changes']);
    const laptop = createDevice({ harness, authenticator, name: 'laptop' });
    await laptop.session.signIn();
    expect(laptop.wallets.view()).toMatchObject([
      { name: 'Key' },
      { name: 'Old age', accounts: [{ ownName: 'House' }] },
    ]);
    expect(laptop.session.state()).toMatchObject({
      payload: { contacts: [{ address: FIRST_ADDRESS, name: 'Myself' }] },
    });
  });

  it('hide an account without losing it, and it still counts as a duplicate', async () => {
    const { phone, savings } = await owner();
    const edit = { kind: 'hide-account', walletId: savings, address: FIRST_ADDRESS } as const;
    await phone.wallets.save([{ ...edit, hidden: true }]);
    expect(phone.addresses()).not.toContain(FIRST_ADDRESS);
    expect(phone.wallets.view()[0]?.hidden).toMatchObject([{ address: FIRST_ADDRESS }]);
    await expect(phone.wallets.import('Again', PHRASE)).rejects.toMatchObject({
      code: 'duplicate',
    });
    await phone.wallets.save([{ ...edit, hidden: false }]);
    expect(phone.addresses()).toContain(FIRST_ADDRESS);
  });

  it('remove a wallet with its key, and leave a tombstone', async () => {
    const { phone, savings } = await owner();
    await phone.wallets.save([{ kind: 'remove-wallet', walletId: savings }]);
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Key']);
    expect(() => phone.signer.signMessage(FIRST_ADDRESS, '0x00')).toThrow('cannot sign');
    expect(phone.session.state()).toMatchObject({
      payload: { tombstones: [{ kind: 'wallet', key: savings }] },
    });
    await phone.wallets.import('Back again', PHRASE);
    expect(phone.addresses()).toContain(FIRST_ADDRESS);
  });

  it('stop at 32 wallets, before any prompt', async () => {
    const { phone } = await owner();
    const contents = Array.from({ length: 30 }, (_, i) => ({
      kind: 'add-wallet' as const,
      id: `watch-${i}`,
      wallet: 'watch' as const,
      name: `Watched ${i}`,
      accounts: [{ address: `0x${String(i + 10).repeat(20)}`, name: 'A', hidden: false }],
      at: 1,
    }));
    await phone.session.save({ title: 'Many', edits: contents });
    phone.titles.length = 0;
    await expect(phone.wallets.import('One more', `0x${'22'.repeat(32)}`)).rejects.toMatchObject({
      code: 'too-many',
    });
    expect(phone.titles).toEqual([]);
  });

  it('that no device could read again are never committed', async () => {
    const { phone } = await owner();
    const accounts = [{ address: 'not an address', name: 'A', hidden: false }];
    const edit = {
      kind: 'add-wallet',
      id: 'w',
      wallet: 'watch',
      name: 'W',
      accounts,
      at: 1,
    } as const;
    await expect(phone.session.save({ title: 'Bad', edits: [edit] })).rejects.toMatchObject({
      code: 'INVALID_PAYLOAD',
    });
    expect(phone.addresses()).toHaveLength(2);
  });
});

describe('a keystore file', () => {
  it.each(['pbkdf2', 'scrypt'] as const)('with %s gives its key', async (kind) => {
    const { phone } = await owner();
    const file = JSON.stringify(KEYSTORE[kind]);
    await phone.wallets.importKeystore('Old wallet', file, KEYSTORE.password);
    const id = phone.wallets.view().at(-1)?.id ?? '';
    expect(await phone.backup.reveal(id)).toEqual({ kind: 'key', key: `0x${KEYSTORE.key}` });
  });

  it('with a wrong password, or of another kind, is refused with its own reason', async () => {
    const { phone } = await owner();
    const file = JSON.stringify(KEYSTORE.pbkdf2);
    await expect(phone.wallets.importKeystore('X', file, 'wrong')).rejects.toMatchObject({
      code: 'wrong-password',
    });
    await expect(phone.wallets.importKeystore('X', '{"version":1}', '')).rejects.toMatchObject({
      code: 'bad-keystore',
    });
    const { crypto } = KEYSTORE.scrypt;
    const greedy = { ...crypto, kdfparams: { ...crypto.kdfparams, n: 2 ** 30 } };
    const text = JSON.stringify({ version: 3, crypto: greedy });
    await expect(phone.wallets.importKeystore('X', text, '')).rejects.toMatchObject({
      code: 'bad-keystore',
    });
  });
});

describe('a secret', () => {
  it('is shown behind a fresh passkey, as it was imported', async () => {
    const { phone, savings, key } = await owner();
    expect(await phone.backup.reveal(savings)).toEqual({ kind: 'seed', words: PHRASE.split(' ') });
    expect(await phone.backup.reveal(key)).toEqual({ kind: 'key', key: KEY });
    expect(phone.titles).toEqual(['Confirm to show the secret', 'Confirm to show the secret']);
  });

  it('is not shown when the prompt is cancelled, nor for a watched address', async () => {
    const { phone, savings } = await owner();
    await phone.wallets.import('Watched', `0x${'ab'.repeat(20)}`);
    const watched = phone.wallets.view().at(-1)?.id ?? '';
    await expect(phone.backup.reveal(watched)).rejects.toMatchObject({ code: 'watch-only' });
    phone.prompts.refuse = 'cancelled';
    await expect(phone.backup.reveal(savings)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a recovery file', () => {
  it('brings every wallet into a new vault on a new passkey, in one save', async () => {
    const { phone, savings } = await owner();
    await phone.wallets.addAccount(savings);
    await phone.wallets.save([{ kind: 'set-contact', address: FIRST_ADDRESS, name: 'Myself' }]);
    const { text, code } = await phone.backup.recoveryFile();
    expect(text).not.toContain(toHex(Uint8Array.from(Buffer.from('11'.repeat(32), 'hex'))));

    const fresh = createDevice({ harness, authenticator: createSoftAuthenticator() });
    await fresh.session.createAccount();
    fresh.titles.length = 0;
    expect(await fresh.backup.restore(text, code)).toEqual({ added: 2, known: 0 });
    expect(fresh.titles).toEqual(['Restore the wallets']);
    expect(fresh.addresses()).toEqual(phone.addresses());
    expect(fresh.signer.signMessage(FIRST_ADDRESS, '0x00')).toBe(
      phone.signer.signMessage(FIRST_ADDRESS, '0x00'),
    );
    await fresh.session.lock();
    await fresh.session.unlock();
    expect(fresh.addresses()).toEqual(phone.addresses());
  });

  it('adds only what the vault does not hold', async () => {
    const { phone, savings } = await owner();
    const { text, code } = await phone.backup.recoveryFile();
    await phone.wallets.save([{ kind: 'remove-wallet', walletId: savings }]);
    expect(await phone.backup.restore(text, code)).toEqual({ added: 1, known: 1 });
    expect(await phone.backup.restore(text, code)).toEqual({ added: 0, known: 2 });
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Key', 'Savings']);
  });

  it('changes nothing with a wrong code', async () => {
    const { phone } = await owner();
    const { text } = await phone.backup.recoveryFile();
    await expect(phone.backup.restore(text, 'AAAAA')).rejects.toMatchObject({ code: 'bad-code' });
    expect(phone.wallets.view()).toHaveLength(2);
  });
});
