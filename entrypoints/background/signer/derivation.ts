import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wipe } from '../../../shared/bytes.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { SECRET_CODES } from '../../../shared/messages/failure-codes.ts';
import type { AccountPlace } from '../../../shared/vault/payload.ts';

/** The 2048 English words of BIP-39. */
export type WordList = string[];

export function parseWordList(text: string): WordList {
  const words = text.split('\n');
  if (words.length !== 2048) throw new TypeError('the word list is not whole');
  return words;
}

export class SecretFormatError extends CondorError<(typeof SECRET_CODES)[number]> {}

/** Lengths of a recovery phrase in words (BIP-39). */
const PHRASE_LENGTHS: readonly number[] = [12, 15, 18, 21, 24];
/** Entropy lengths of recovery phrases, in bytes (BIP-39). */
export const ENTROPY_LENGTHS: readonly number[] = [16, 20, 24, 28, 32];

/**
 * Returns the derivation path of an account: BIP-44, Ledger Live's, or that of earlier Ledger
 * and MyEtherWallet versions.
 */
export function accountPath({ index = 0, path }: AccountPlace): string {
  switch (path) {
    case 'ledger-live':
      return `m/44'/60'/${index}'/0/0`;
    case 'legacy':
      return `m/44'/60'/0'/${index}`;
    default:
      return `m/44'/60'/0'/0/${index}`;
  }
}

/**
 * Returns the 32-byte private keys of a seed's accounts (BIP-39 without passphrase, BIP-32). Runs
 * the slow step from phrase to seed once.
 */
export function deriveKeys(
  entropy: Uint8Array,
  places: readonly AccountPlace[],
  list: WordList,
): Uint8Array[] {
  const seed = mnemonicToSeedSync(phraseOf(entropy, list));
  const root = HDKey.fromMasterSeed(seed);
  wipe(seed);
  const keys = places.map((place) => {
    const node = root.derive(accountPath(place));
    if (node.privateKey === null) throw new Error('a key derived from a seed is private');
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
 * Returns the entropy of a BIP-39 phrase of 12, 15, 18, 21 or 24 English words. Throws for other
 * phrases and for a wrong checksum.
 */
export function entropyOfPhrase(phrase: string, list: WordList): Uint8Array {
  // Copied phrases may contain numbers, commas or quotation marks.
  const words = phrase
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');
  if (!PHRASE_LENGTHS.includes(words.length)) {
    throw new SecretFormatError('phraseLength', 'A recovery phrase has 12 to 24 words.');
  }
  try {
    return mnemonicToEntropy(words.join(' '), list);
  } catch (cause) {
    throw new SecretFormatError('badPhrase', 'The recovery phrase is not valid.', { cause });
  }
}
