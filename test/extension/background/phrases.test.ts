import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { HDNodeWallet, verifyMessage } from 'ethers';
import { type Address, decodeFunctionData, encodeFunctionResult, type Hex } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAccountUses } from '../../../entrypoints/background/chain/account-uses.ts';
import { toHex, utf8 } from '../../../shared/bytes.ts';
import { multicall3Abi } from '../../../shared/chain/abi/multicall3.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const PHRASE = 'test test test test test test test test test test test junk';

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

async function emptyVault(authenticator = createSoftAuthenticator()) {
  const phone = createDevice({ harness, authenticator });
  await phone.session.createAccount();
  return phone;
}

/** Returns the address that another library (ethers) derives. */
const addressAt = (path: string, phrase = PHRASE) =>
  HDNodeWallet.fromPhrase(phrase, '', path).address;
/** Returns a phrase with this number of words and a valid checksum. */
const phraseOf = (words: number) =>
  entropyToMnemonic(createFakeRandom(`${words}`).bytes((words / 3) * 4), wordlist);

describe('a recovery phrase', () => {
  it.each([12, 15, 18, 21, 24])(
    'imports, reveals and restores a phrase of %d words',
    async (count) => {
      const phrase = phraseOf(count);
      const phone = await emptyVault();
      await phone.wallets.import(
        'Other wallet',
        `  ${phrase.toUpperCase().replaceAll(' ', '\n')} `,
      );
      const address = addressAt("m/44'/60'/0'/0/0", phrase);
      expect(phone.addresses()).toEqual([address]);
      const [{ id = '' } = {}] = phone.wallets.view();
      expect(await phone.backup.reveal(id)).toEqual({ kind: 'seed', words: phrase.split(' ') });
      const { text, code } = await phone.backup.recoveryFile();
      const other = await emptyVault();
      await other.backup.restore(text, code);
      expect(other.addresses()).toEqual([address]);
      const signature = other.signer.signMessage(address as Address, toHex(utf8('hello')));
      expect(verifyMessage('hello', signature)).toBe(address);
    },
  );

  it.each([11, 13, 14, 16, 17, 19, 20, 22, 23, 25])(
    'refuses a phrase of %d words',
    async (count) => {
      const phone = await emptyVault();
      const typed = Array.from({ length: count }, () => 'test').join(' ');
      await expect(phone.wallets.import('Wrong', typed)).rejects.toMatchObject({
        code: 'phraseLength',
      });
    },
  );

  it.each([15, 18, 21])('refuses a phrase of %d words with a wrong checksum', async (count) => {
    const phone = await emptyVault();
    const words = phraseOf(count).split(' ');
    const typed = [...words.slice(1), words[0]].join(' ');
    await expect(phone.wallets.import('Wrong', typed)).rejects.toMatchObject({
      code: 'badPhrase',
    });
  });
});

describe('the accounts of a phrase', () => {
  it('offers the accounts on the paths of BIP-44, Ledger Live and earlier wallets, each address once', async () => {
    const phone = await emptyVault();
    const offered = await phone.wallets.preview(PHRASE, 3);
    expect(offered?.map(({ address, path = 'standard', index }) => [path, index, address])).toEqual(
      [
        ['standard', 0, addressAt("m/44'/60'/0'/0/0")],
        ['standard', 1, addressAt("m/44'/60'/0'/0/1")],
        ['standard', 2, addressAt("m/44'/60'/0'/0/2")],
        ['ledger-live', 1, addressAt("m/44'/60'/1'/0/0")],
        ['ledger-live', 2, addressAt("m/44'/60'/2'/0/0")],
        ['legacy', 0, addressAt("m/44'/60'/0'/0")],
        ['legacy', 1, addressAt("m/44'/60'/0'/1")],
        ['legacy', 2, addressAt("m/44'/60'/0'/2")],
      ],
    );
    expect(new Set(offered?.map(({ address }) => address)).size).toBe(8);
  });

  it('previews a phrase’s accounts before a vault exists, and doesn’t keep a key that could sign', async () => {
    const phone = createDevice({ harness, authenticator: createSoftAuthenticator() });
    await phone.session.resume();
    expect(await phone.wallets.preview(PHRASE, 1)).toHaveLength(2);
    expect(phone.signer.canSign(addressAt("m/44'/60'/0'/0/0") as Address)).toBe(false);
    expect(await phone.wallets.preview(`0x${'11'.repeat(32)}`, 1)).toBeNull();
    expect(await phone.wallets.preview(addressAt("m/44'/60'/0'/0/0"), 1)).toBeNull();
    await expect(phone.wallets.preview('one two three', 1)).rejects.toMatchObject({
      code: 'phraseLength',
    });
  });

  it('another device signs with the accounts that the user chose from a phrase', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = await emptyVault(authenticator);
    await phone.wallets.import('Hardware', PHRASE, undefined, [
      { index: 2, path: 'ledger-live', name: 'Ledger 3' },
      { index: 1, path: 'legacy', name: 'Old 2' },
    ]);
    const paths = ["m/44'/60'/2'/0/0", "m/44'/60'/0'/1"];
    expect(phone.wallets.accounts().map(({ address, ownName }) => [ownName, address])).toEqual([
      ['Ledger 3', addressAt(paths[0] ?? '')],
      ['Old 2', addressAt(paths[1] ?? '')],
    ]);
    const laptop = createDevice({ harness, authenticator, name: 'laptop' });
    await laptop.session.signIn();
    for (const path of paths) {
      const signature = laptop.signer.signMessage(addressAt(path) as Address, toHex(utf8('hi')));
      expect(verifyMessage('hi', signature)).toBe(addressAt(path));
    }
  });

  it('adds further accounts of a phrase that is already in the vault, each account only once', async () => {
    const phone = await emptyVault();
    await phone.wallets.import('Savings', PHRASE);
    const ledger = [{ index: 1, path: 'ledger-live', name: 'Ledger 2' }] as const;
    expect((await phone.wallets.preview(PHRASE, 2))?.map(({ isHeld }) => isHeld)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    await phone.wallets.import('Again', PHRASE, undefined, [
      ...ledger,
      { index: 0, name: 'First' },
    ]);
    expect(phone.wallets.view()).toMatchObject([
      { name: 'Savings', accounts: [{ ownName: 'Account 1' }, { ownName: 'Ledger 2' }] },
    ]);
    await expect(phone.wallets.import('Again', PHRASE, undefined, ledger)).rejects.toMatchObject({
      code: 'duplicateWallet',
    });
  });

  it('finds a watched address among a phrase’s Ledger Live accounts, and replaces the watched address with that account', async () => {
    const phone = await emptyVault();
    const watched = addressAt("m/44'/60'/3'/0/0");
    await phone.wallets.import('My Ledger', watched);
    await phone.wallets.import('Savings', PHRASE);
    expect(phone.wallets.view()).toMatchObject([
      {
        name: 'Savings',
        kind: 'seed',
        accounts: [{ ownName: 'Account 1' }, { ownName: 'My Ledger', address: watched }],
      },
    ]);
  });

  it('adds the phrase’s next BIP-44 account when the vault also has accounts on other paths', async () => {
    const phone = await emptyVault();
    await phone.wallets.import('Hardware', PHRASE, undefined, [
      { index: 0, name: 'First' },
      { index: 1, path: 'ledger-live', name: 'Ledger 2' },
    ]);
    const [{ id = '' } = {}] = phone.wallets.view();
    await phone.wallets.addAccount(id);
    expect(phone.addresses()[2]).toBe(addressAt("m/44'/60'/0'/0/1"));
  });

  it('restores an account on a Ledger Live path from a recovery file', async () => {
    const phone = await emptyVault();
    await phone.wallets.import('Hardware', PHRASE, undefined, [
      { index: 1, path: 'ledger-live', name: 'Ledger 2' },
    ]);
    const { text, code } = await phone.backup.recoveryFile();
    const other = await emptyVault();
    await other.backup.restore(text, code);
    const address = addressAt("m/44'/60'/1'/0/0");
    const signature = other.signer.signMessage(address as Address, toHex(utf8('hi')));
    expect(verifyMessage('hi', signature)).toBe(address);
  });
});

describe('the look-up of accounts', () => {
  it('reads all balances in two calls and each account’s transaction count in one call, and reports both for each account', async () => {
    const used = addressAt("m/44'/60'/1'/0/0") as Address;
    const unused = addressAt("m/44'/60'/0'/0/0") as Address;
    const asked: string[] = [];
    const rpc = {
      async request(method: string, params: unknown) {
        asked.push(method);
        if (method === 'eth_getTransactionCount') return Object(params)[0] === used ? '0x3' : '0x0';
        const data: Hex = Object(params)[0].data;
        const { args } = decodeFunctionData({ abi: multicall3Abi, data });
        const result = args[0].map(({ callData }) => ({
          success: true,
          returnData: `0x${(callData.toLowerCase().includes(used.slice(2).toLowerCase()) ? 5n : 0n)
            .toString(16)
            .padStart(64, '0')}` as Hex,
        }));
        return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result });
      },
    };
    expect(await readAccountUses(rpc, [unused, used])).toEqual([
      { address: unused, sent: 0, balances: [] },
      {
        address: used,
        sent: 3,
        balances: ['ETH', 'USDC', 'WETH', 'cbBTC'].map((symbol) =>
          expect.objectContaining({ symbol, units: '5' }),
        ),
      },
    ]);
    expect(asked.filter((method) => method === 'eth_call')).toHaveLength(2);
    expect(asked.filter((method) => method !== 'eth_call')).toHaveLength(2);
  });

  it('reports an error when the node doesn’t respond to the look-up of accounts', async () => {
    const rpc = { request: () => Promise.reject(new TypeError('away')) };
    await expect(
      readAccountUses(rpc, [addressAt("m/44'/60'/0'/0/0") as Address]),
    ).rejects.toThrow();
  });
});
