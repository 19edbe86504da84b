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
  phone.purposes.length = 0;
  const [savings = '', key = ''] = phone.wallets.view().map(({ id }) => id);
  return { phone, authenticator, savings, key };
}

describe('changes of wallets', () => {
  it('saves several changes with one prompt, and another device receives them', async () => {
    const { phone, authenticator, savings, key } = await owner();
    await phone.wallets.save([
      { kind: 'rename-wallet', walletId: savings, name: 'Old age' },
      { kind: 'rename-account', walletId: savings, address: FIRST_ADDRESS, name: 'House' },
      { kind: 'order-wallets', walletIds: [key, savings] },
      { kind: 'set-contact', address: FIRST_ADDRESS, name: 'Myself' },
    ]);
    expect(phone.purposes).toEqual(['save-changes']);
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

  it('hides an account without losing it, and still rejects a second import of its wallet', async () => {
    const { phone, savings } = await owner();
    const edit = { kind: 'hide-account', walletId: savings, address: FIRST_ADDRESS } as const;
    await phone.wallets.save([{ ...edit, hidden: true }]);
    expect(phone.addresses()).not.toContain(FIRST_ADDRESS);
    expect(phone.wallets.view()[0]?.hidden).toMatchObject([{ address: FIRST_ADDRESS }]);
    await expect(phone.wallets.import('Again', PHRASE)).rejects.toMatchObject({
      code: 'duplicateWallet',
    });
    await phone.wallets.save([{ ...edit, hidden: false }]);
    expect(phone.addresses()).toContain(FIRST_ADDRESS);
  });

  it('removes a wallet with its key, and leaves a tombstone in the vault', async () => {
    const { phone, savings } = await owner();
    await phone.wallets.save([{ kind: 'remove-wallet', walletId: savings }]);
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Key']);
    expect(() => phone.signer.signMessage(FIRST_ADDRESS, '0x00')).toThrow(
      expect.objectContaining({ code: 'unknownAccount' }),
    );
    expect(phone.session.state()).toMatchObject({
      payload: { tombstones: [{ kind: 'wallet', key: savings }] },
    });
    await phone.wallets.import('Back again', PHRASE);
    expect(phone.addresses()).toContain(FIRST_ADDRESS);
  });

  it('rejects a 33rd wallet before any prompt', async () => {
    const { phone } = await owner();
    const contents = Array.from({ length: 30 }, (_, i) => ({
      kind: 'add-wallet' as const,
      id: `watch-${i}`,
      wallet: 'watch' as const,
      name: `Watched ${i}`,
      accounts: [{ address: `0x${String(i + 10).repeat(20)}`, name: 'A', hidden: false }],
      at: 1,
    }));
    await phone.session.save({ purpose: 'save-changes', edits: contents });
    phone.purposes.length = 0;
    await expect(phone.wallets.import('One more', `0x${'22'.repeat(32)}`)).rejects.toMatchObject({
      code: 'tooManyWallets',
    });
    expect(phone.purposes).toEqual([]);
  });

  it('refuses to save an edit that would make the vault’s payload invalid', async () => {
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
    await expect(
      phone.session.save({ purpose: 'save-changes', edits: [edit] }),
    ).rejects.toMatchObject({
      code: 'INVALID_PAYLOAD',
    });
    expect(phone.addresses()).toHaveLength(2);
  });
});

describe('a keystore file', () => {
  it.each(['pbkdf2', 'scrypt'] as const)(
    'reads the key of a keystore file that uses %s',
    async (kind) => {
      const { phone } = await owner();
      const file = JSON.stringify(KEYSTORE[kind]);
      await phone.wallets.importKeystore('Old wallet', file, KEYSTORE.password);
      const id = phone.wallets.view().at(-1)?.id ?? '';
      expect(await phone.backup.reveal(id)).toEqual({ kind: 'key', key: `0x${KEYSTORE.key}` });
    },
  );

  it('reports different reasons for a wrong password and for a file that isn’t a keystore', async () => {
    const { phone } = await owner();
    const file = JSON.stringify(KEYSTORE.pbkdf2);
    await expect(phone.wallets.importKeystore('X', file, 'wrong')).rejects.toMatchObject({
      code: 'wrongPassword',
    });
    await expect(phone.wallets.importKeystore('X', '{"version":1}', '')).rejects.toMatchObject({
      code: 'badKeystore',
    });
  });

  it.each([
    ['a large n', { n: 2 ** 20 }],
    ['a large product of n and p', { n: 2 ** 18, p: 2 }],
    ['an n that isn’t a power of two', { n: 2 ** 17 - 1 }],
  ])(
    'refuses a keystore file with scrypt parameters that are too costly or invalid: %s',
    async (_, greed) => {
      const { phone } = await owner();
      const { crypto } = KEYSTORE.scrypt;
      const greedy = { ...crypto, kdfparams: { ...crypto.kdfparams, r: 8, p: 1, ...greed } };
      const text = JSON.stringify({ version: 3, crypto: greedy });
      await expect(phone.wallets.importKeystore('X', text, '')).rejects.toMatchObject({
        code: 'costlyKeystore',
      });
    },
  );
});

/** Accounts 0, 1 and 2 of the phrase. */
const PHRASE_KEYS = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
] as const;
const SECOND_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const THIRD_ADDRESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

describe('an import that the vault partly contains', () => {
  async function emptyVault() {
    const phone = createDevice({ harness, authenticator: createSoftAuthenticator() });
    await phone.session.createAccount();
    return phone;
  }

  it('turns a watched address into a signing wallet with one save', async () => {
    const phone = await emptyVault();
    await phone.wallets.import('Watched', FIRST_ADDRESS);
    phone.purposes.length = 0;
    await phone.wallets.import('Mine', PHRASE);
    expect(phone.purposes).toEqual(['save-wallet']);
    expect(phone.wallets.view()).toMatchObject([
      { name: 'Mine', kind: 'seed', accounts: [{ address: FIRST_ADDRESS, ownName: 'Watched' }] },
    ]);
    expect(phone.signer.canSign(FIRST_ADDRESS)).toBe(true);
  });

  it('turns a watched address into a wallet with a single private key', async () => {
    const phone = await emptyVault();
    await phone.wallets.import('Watched', SECOND_ADDRESS);
    await phone.wallets.import('Mine', PHRASE_KEYS[1]);
    expect(phone.wallets.view()).toMatchObject([{ kind: 'key', name: 'Mine' }]);
    expect(phone.signer.canSign(SECOND_ADDRESS)).toBe(true);
  });

  it('imports a whole phrase even if some of its keys and addresses are already in the vault', async () => {
    const phone = await emptyVault();
    await phone.wallets.import('First key', PHRASE_KEYS[0]);
    await phone.wallets.import('Third', THIRD_ADDRESS);
    await phone.wallets.import('Stranger', KEY);
    await phone.wallets.import('Phrase', PHRASE);
    expect(phone.wallets.view()).toMatchObject([
      { name: 'Stranger', kind: 'key' },
      {
        name: 'Phrase',
        kind: 'seed',
        accounts: [
          { address: FIRST_ADDRESS, ownName: 'First key' },
          { address: THIRD_ADDRESS, ownName: 'Third' },
        ],
      },
    ]);
    const walletId = phone.wallets.view()[1]?.id ?? '';
    expect(await phone.backup.reveal(walletId)).toEqual({
      kind: 'seed',
      words: PHRASE.split(' '),
    });
    await phone.wallets.addAccount(walletId);
    expect(phone.addresses()).toContain(SECOND_ADDRESS);
    await phone.session.lock();
    await phone.session.unlock();
    expect(phone.signer.canSign(THIRD_ADDRESS)).toBe(true);
  });

  it('replaces a single private key when the user adds the phrase’s account for that key', async () => {
    const phone = await emptyVault();
    await phone.wallets.import('Phrase', PHRASE);
    await phone.wallets.import('Second key', PHRASE_KEYS[1]);
    await phone.wallets.addAccount(phone.wallets.view()[0]?.id ?? '');
    expect(phone.wallets.view()).toMatchObject([
      {
        accounts: [{ address: FIRST_ADDRESS }, { address: SECOND_ADDRESS, ownName: 'Second key' }],
      },
    ]);
    expect(phone.signer.canSign(SECOND_ADDRESS)).toBe(true);
  });

  it('refuses an import of a phrase, a key or an address that the vault can already sign for', async () => {
    const phone = await emptyVault();
    await phone.wallets.import('Phrase', PHRASE);
    for (const [secret, code] of [
      [PHRASE, 'duplicateWallet'],
      [PHRASE_KEYS[0], 'duplicateWallet'],
      [FIRST_ADDRESS, 'duplicateAccount'],
    ] as const) {
      await expect(phone.wallets.import('Again', secret)).rejects.toMatchObject({
        code,
      });
    }
  });

  it('adds a recovery file’s missing accounts to a vault that only watches one of them or already has the phrase', async () => {
    const { phone, savings } = await owner();
    await phone.wallets.addAccount(savings);
    const { text, code } = await phone.backup.recoveryFile();
    const fresh = await emptyVault();
    await fresh.wallets.import('Watched', SECOND_ADDRESS);
    expect(await fresh.backup.restore(text, code)).toEqual({ added: 2, known: 0 });
    expect(fresh.addresses()).toEqual(phone.addresses());
    expect(fresh.signer.canSign(SECOND_ADDRESS)).toBe(true);

    const small = await emptyVault();
    await small.wallets.import('Small', PHRASE);
    expect(await small.backup.restore(text, code)).toEqual({ added: 2, known: 0 });
    expect(small.addresses()).toEqual(phone.addresses());
    expect(await small.backup.restore(text, code)).toEqual({ added: 0, known: 2 });
  });

  it('doesn’t add a recovery file’s watched address to a vault that can sign for it', async () => {
    const watcher = await emptyVault();
    await watcher.wallets.import('Watched', FIRST_ADDRESS);
    const { text, code } = await watcher.backup.recoveryFile();
    const { phone } = await owner();
    expect(await phone.backup.restore(text, code)).toEqual({ added: 0, known: 1 });
    expect(phone.wallets.view()).toHaveLength(2);
  });
});

describe('a secret', () => {
  it('reveals a secret in its imported form after a new passkey prompt', async () => {
    const { phone, savings, key } = await owner();
    expect(await phone.backup.reveal(savings)).toEqual({ kind: 'seed', words: PHRASE.split(' ') });
    expect(await phone.backup.reveal(key)).toEqual({ kind: 'key', key: KEY });
    expect(phone.purposes).toEqual(['show-secret', 'show-secret']);
  });

  it('doesn’t reveal a secret when the prompt is cancelled or the address is only watched', async () => {
    const { phone, savings } = await owner();
    await phone.wallets.import('Watched', `0x${'ab'.repeat(20)}`);
    const watched = phone.wallets.view().at(-1)?.id ?? '';
    await expect(phone.backup.reveal(watched)).rejects.toMatchObject({ code: 'watchOnly' });
    phone.prompts.refuse = 'cancelled';
    await expect(phone.backup.reveal(savings)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a recovery file', () => {
  it('adds every wallet of a recovery file to a new vault with a new passkey, in one save', async () => {
    const { phone, savings } = await owner();
    await phone.wallets.addAccount(savings);
    await phone.wallets.save([{ kind: 'set-contact', address: FIRST_ADDRESS, name: 'Myself' }]);
    const { text, code } = await phone.backup.recoveryFile();
    expect(text).not.toContain(toHex(Uint8Array.from(Buffer.from('11'.repeat(32), 'hex'))));

    const fresh = createDevice({ harness, authenticator: createSoftAuthenticator() });
    await fresh.session.createAccount();
    fresh.purposes.length = 0;
    expect(await fresh.backup.restore(text, code)).toEqual({ added: 2, known: 0 });
    expect(fresh.purposes).toEqual(['restore-wallets']);
    expect(fresh.addresses()).toEqual(phone.addresses());
    expect(fresh.signer.signMessage(FIRST_ADDRESS, '0x00')).toBe(
      phone.signer.signMessage(FIRST_ADDRESS, '0x00'),
    );
    await fresh.session.lock();
    await fresh.session.unlock();
    expect(fresh.addresses()).toEqual(phone.addresses());
  });

  it('adds only those wallets of a recovery file that are missing from the vault', async () => {
    const { phone, savings } = await owner();
    const { text, code } = await phone.backup.recoveryFile();
    await phone.wallets.save([{ kind: 'remove-wallet', walletId: savings }]);
    expect(await phone.backup.restore(text, code)).toEqual({ added: 1, known: 1 });
    expect(await phone.backup.restore(text, code)).toEqual({ added: 0, known: 2 });
    expect(phone.wallets.view().map(({ name }) => name)).toEqual(['Key', 'Savings']);
  });

  it('changes nothing when the code of a recovery file is wrong', async () => {
    const { phone } = await owner();
    const { text } = await phone.backup.recoveryFile();
    await expect(phone.backup.restore(text, 'AAAAA')).rejects.toMatchObject({ code: 'bad-code' });
    expect(phone.wallets.view()).toHaveLength(2);
  });
});
