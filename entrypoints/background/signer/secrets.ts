import type { Address } from 'viem';
import { fromBase64url, wipe } from '../../../shared/bytes.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { SIGNER_CODES } from '../../../shared/messages/failure-codes.ts';
import type { AccountPlace, Wallet, WalletAccount } from '../../../shared/vault/payload.ts';
import {
  deriveKeys,
  ENTROPY_LENGTHS,
  entropyOfPhrase,
  parseWordList,
  phraseOf,
  type WordList,
} from './derivation.ts';
import { addressOf, isPrivateKey } from './sign.ts';

/**
 * Maximum accounts to check. Each check takes milliseconds, and a foreign vault can have thousands
 * of accounts.
 */
const MAX_CHECKED_ACCOUNTS = 8;

export class SignerError extends CondorError<(typeof SIGNER_CODES)[number]> {}

/** Entropy of a seed, or a private key. */
export interface Secret {
  readonly kind: 'seed' | 'key';
  readonly bytes: Uint8Array;
}

interface HeldSecret extends Secret {
  /** True for a created or imported secret that isn't in the vault yet. */
  readonly isDraft: boolean;
}

export type Secrets = ReturnType<typeof createSecrets>;

/** The secrets in memory by wallet id or draft id. Only the signer's files may use them. */
export function createSecrets(deps: { loadWords: () => Promise<string> }) {
  let words: WordList = [];
  const secrets = new Map<string, HeldSecret>();

  function of(id: string): HeldSecret {
    const secret = secrets.get(id);
    if (secret === undefined) throw new SignerError('locked', 'The wallet is locked.');
    return secret;
  }

  function remove(id: string): void {
    wipe(secrets.get(id)?.bytes);
    secrets.delete(id);
  }

  /** Runs `use` with the private keys of a secret, then wipes them. */
  function withKeys<Result>(
    { kind, bytes }: Secret,
    places: readonly AccountPlace[],
    use: (keys: readonly Uint8Array[]) => Result,
  ): Result {
    const keys =
      kind === 'seed' ? deriveKeys(bytes, places, words) : places.map(() => bytes.slice());
    try {
      return use(keys);
    } finally {
      wipe(...keys);
    }
  }

  /** Runs `use` with the private key of an account, then wipes it. Throws `SignerError` locked. */
  function withKey<Result>(
    id: string,
    place: AccountPlace,
    use: (key: Uint8Array) => Result,
  ): Result {
    return withKeys(of(id), [place], ([key]) => {
      if (key === undefined) throw new Error('every place has a key');
      return use(key);
    });
  }

  return {
    /** Loads the word list once. Seeds need it. */
    async prepare(): Promise<void> {
      if (words.length === 0) words = parseWordList(await deps.loadWords());
    },

    find: (id: string): HeldSecret | undefined => secrets.get(id),
    entries: (): readonly (readonly [string, HeldSecret])[] => [...secrets],
    remove,
    put(id: string, secret: HeldSecret): void {
      remove(id);
      secrets.set(id, secret);
    },

    withKey,
    /** Returns the address of a wallet's or draft's account. Throws `SignerError` locked. */
    addressAt: (id: string, place: AccountPlace): Address => withKey(id, place, addressOf),
    addressesAt: (id: string, places: readonly AccountPlace[]): Address[] =>
      withKeys(of(id), places, (keys) => keys.map(addressOf)),

    ownsAccount: (walletId: string, account: WalletAccount): boolean =>
      secrets.has(walletId) &&
      isSameAddress(withKey(walletId, account, addressOf), account.address),

    /** Returns the wallet's accounts that belong to its secret. Checks only the first accounts. */
    genuineAccounts({ kind, secret, accounts: all }: Wallet): WalletAccount[] {
      const bytes = secret === undefined ? undefined : fromBase64url(secret);
      if (kind === 'watch' || bytes === undefined || !isSecret({ kind, bytes })) return [];
      const accounts = all.slice(0, MAX_CHECKED_ACCOUNTS);
      const addresses = withKeys({ kind, bytes }, accounts, (keys) => keys.map(addressOf));
      wipe(bytes);
      return accounts.filter(({ address }, i) => isSameAddress(addresses[i] ?? '', address));
    },

    wordsOf: (entropy: Uint8Array): string[] => phraseOf(entropy, words).split(' '),
    /** Returns a phrase's entropy. Throws `SecretFormatError`. */
    entropyOf: (phrase: string): Uint8Array => entropyOfPhrase(phrase, words),

    wipe(): void {
      for (const id of [...secrets.keys()]) remove(id);
    },
  };
}

/** Returns true for bytes that a secret of this kind can have. */
export function isSecret({ kind, bytes }: Secret): boolean {
  return kind === 'seed' ? ENTROPY_LENGTHS.includes(bytes.length) : isPrivateKey(bytes);
}
