import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wipe } from '../../../shared/bytes.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { SECRET_CODES } from '../../../shared/messages/failure-codes.ts';

/** The 2048 English words of BIP-39. */
export type WordList = string[];

export function parseWordList(text: string): WordList {
  const words = text.split('\n');
  if (words.length !== 2048) throw new TypeError('the word list is not whole');
  return words;
}

export class SecretFormatError extends CondorError<(typeof SECRET_CODES)[number]> {}

/** Returns the BIP-44 path of the account with this index on Ethereum and compatible chains. */
export function accountPath(index: number): string {
  return `m/44'/60'/0'/0/${index}`;
}

/**
 * Returns the 32-byte private key of one account of a seed (BIP-39 without passphrase, BIP-32,
 * BIP-44).
 */
export function deriveKey(entropy: Uint8Array, index: number, list: WordList): Uint8Array {
  const [key] = deriveKeys(entropy, [index], list);
  if (key === undefined) throw new Error('every index has a key');
  return key;
}

/**
 * Returns private keys of several accounts; the slow step from the phrase to the seed runs once.
 */
export function deriveKeys(
  entropy: Uint8Array,
  indexes: readonly number[],
  list: WordList,
): Uint8Array[] {
  const seed = mnemonicToSeedSync(phraseOf(entropy, list));
  const root = HDKey.fromMasterSeed(seed);
  wipe(seed);
  const keys = indexes.map((index) => {
    const node = root.derive(accountPath(index));
    if (node.privateKey === null) throw new Error('a hardened path always has a private key');
    const key = Uint8Array.from(node.privateKey);
    node.wipePrivateData();
    return key;
  });
  root.wipePrivateData();
  return keys;
}

export function phraseOf(entropy: Uint8Array, list: WordList): string {
  return entropyToMnemonic(entropy, list);
}

/**
 * Returns the entropy of a BIP-39 phrase of 12 or 24 English words. Throws for any other phrase or
 * a wrong checksum.
 */
export function entropyOfPhrase(phrase: string, list: WordList): Uint8Array {
  const words = phrase.normalize('NFKD').trim().toLowerCase().split(/\s+/);
  if (words.length !== 12 && words.length !== 24) {
    throw new SecretFormatError('phrase-length', 'A recovery phrase has 12 or 24 words.');
  }
  try {
    return mnemonicToEntropy(words.join(' '), list);
  } catch (cause) {
    throw new SecretFormatError('bad-phrase', 'The recovery phrase is not valid.', { cause });
  }
}
