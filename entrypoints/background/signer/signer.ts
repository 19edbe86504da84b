import type { Address, Hex } from 'viem';
import {
  equalBytes,
  fromBase64url,
  fromHex,
  toBase64url,
  toHex,
  wipe,
} from '../../../shared/bytes.ts';
import type { RawTransaction } from '../../../shared/chain/raw-transaction.ts';
import { CondorError } from '../../../shared/errors.ts';
import { forgetLastMatch } from '../../../shared/last-match.ts';
import type { SIGNER_CODES } from '../../../shared/messages/failure-codes.ts';
import type { Random } from '../../../shared/ports.ts';
import type {
  AccountPlace,
  PublicPayload,
  PublicWallet,
  VaultPayload,
  Wallet,
  WalletAccount,
} from '../../../shared/vault/payload.ts';
import { type Continuation, createContinuity } from './continuity.ts';
import {
  deriveKey,
  deriveKeys,
  ENTROPY_LENGTHS,
  entropyOfPhrase,
  parseWordList,
  phraseOf,
  SecretFormatError,
  type WordList,
} from './derivation.ts';
import { decryptKeystore } from './keystore.ts';
import {
  addressOf,
  isPrivateKey,
  signPersonalMessage,
  signTransaction,
  signTypedData,
} from './sign.ts';

/** Deriving an account takes milliseconds, and a foreign vault can have thousands. */
const MAX_CHECKED_ACCOUNTS = 8;

export class SignerError extends CondorError<(typeof SIGNER_CODES)[number]> {}

/** A secret that was made or imported and isn't in the vault yet. */
export interface NewSecret {
  readonly draftId: string;
  readonly kind: 'seed' | 'key';
  readonly address: Address;
}

/** A secret in the form that the user writes down. */
export type RevealedSecret =
  | { readonly kind: 'seed'; readonly words: readonly string[] }
  | { readonly kind: 'key'; readonly key: string };

/**
 * The only holder of private keys and of the vault's continuity secrets. A secret leaves it in two
 * ways: `withSecrets` and `walletsWithSecrets` into a ciphertext, and `reveal` to the user after a
 * fresh passkey prompt. `lock` wipes all of them.
 */
export type Signer = ReturnType<typeof createSigner>;

export function createSigner(deps: {
  random: Random;
  /** Loads the English words of BIP-39, one per line, from a file of the extension. */
  loadWords: () => Promise<string>;
  /** Locks when the auto-lock deadline has passed; runs before every use of a secret. */
  enforceLock: () => void;
}) {
  let words: WordList = [];
  /** Entropy of a seed, or a private key, by wallet id or draft id. */
  const secrets = new Map<string, { kind: 'seed' | 'key'; bytes: Uint8Array }>();
  /** Ids of secrets that are not in the vault yet. */
  const drafts = new Set<string>();
  const owners = new Map<string, { walletId: string; place: AccountPlace }>();
  /** Secrets of another branch of the vault by wallet id, for sealing only. */
  const beside = new Map<string, Uint8Array>();
  const continuity = createContinuity(deps);
  let locks = 0;

  /** Throws `SignerError` locked when the auto-lock deadline has passed. */
  function demandInTime(): void {
    const since = locks;
    deps.enforceLock();
    if (locks !== since) throw new SignerError('locked', 'The wallet is locked.');
  }

  function dropBeside(): void {
    wipe(...beside.values());
    beside.clear();
    continuity.dropOffered();
  }

  /** Throws `SignerError` when the secret of a wallet is missing: it would be lost on every device. */
  function walletsWithSecrets(wallets: readonly PublicWallet[]): Wallet[] {
    demandInTime();
    return wallets.map((wallet) => {
      if (wallet.kind === 'watch') return wallet;
      const secret = secrets.get(wallet.id)?.bytes ?? beside.get(wallet.id);
      if (secret === undefined)
        throw new SignerError('secret-missing', 'A secret is not in memory.');
      return { ...wallet, secret: toBase64url(secret) };
    });
  }

  function withKey<Result>(address: Address, use: (key: Uint8Array) => Result): Result {
    demandInTime();
    const owner = owners.get(address.toLowerCase());
    if (owner === undefined) {
      throw new SignerError('unknown-account', 'The account cannot sign.');
    }
    const secret = secrets.get(owner.walletId);
    if (secret === undefined) throw new SignerError('locked', 'The wallet is locked.');
    const key = keyOf(secret, owner.place);
    try {
      return use(key);
    } finally {
      wipe(key);
    }
  }

  function keyOf(
    secret: { kind: 'seed' | 'key'; bytes: Uint8Array },
    place: AccountPlace,
  ): Uint8Array {
    return secret.kind === 'seed' ? deriveKey(secret.bytes, place, words) : secret.bytes.slice();
  }

  function addressAt(walletId: string, place: AccountPlace): Address {
    const secret = secrets.get(walletId);
    if (secret === undefined) throw new SignerError('locked', 'The wallet is locked.');
    const key = keyOf(secret, place);
    const address = addressOf(key);
    wipe(key);
    return address;
  }

  function adopt(kind: 'seed' | 'key', bytes: Uint8Array): NewSecret {
    const draftId = toBase64url(deps.random.bytes(16));
    secrets.set(draftId, { kind, bytes });
    drafts.add(draftId);
    return { draftId, kind, address: addressAt(draftId, {}) };
  }

  return {
    /** Loads the words that every seed needs, once; must be awaited before the vault is opened. */
    async prepare(): Promise<void> {
      if (words.length === 0) words = parseWordList(await deps.loadWords());
    },

    /** Takes the secrets out of an opened payload and keeps them; returns the rest. */
    load({ continuity: epochs, ...payload }: VaultPayload): PublicPayload {
      forgetLastMatch();
      continuity.load(epochs);
      owners.clear();
      for (const [id, secret] of secrets) {
        if (drafts.has(id)) continue;
        wipe(secret.bytes);
        secrets.delete(id);
      }
      const wallets = payload.wallets.map(({ secret, ...wallet }) => {
        const bytes = secret === undefined ? undefined : fromBase64url(secret);
        if (bytes !== undefined && wallet.kind !== 'watch') {
          drafts.delete(wallet.id);
          secrets.set(wallet.id, { kind: wallet.kind, bytes });
          for (const account of wallet.accounts) {
            owners.set(account.address.toLowerCase(), { walletId: wallet.id, place: account });
          }
        }
        return wallet;
      });
      return { ...payload, wallets };
    },

    /**
     * Takes the secrets out of a second payload, so that `withSecrets` can seal a merge of both.
     * They never sign.
     */
    loadBeside({ continuity: epochs, ...payload }: VaultPayload): PublicPayload {
      dropBeside();
      continuity.loadOffered(epochs);
      const wallets = payload.wallets.map(({ secret, ...wallet }) => {
        const bytes = secret === undefined ? undefined : fromBase64url(secret);
        if (bytes !== undefined) beside.set(wallet.id, bytes);
        return wallet;
      });
      return { ...payload, wallets };
    },

    dropBeside,

    /** Puts the secrets of wallets back, for sealing a recovery file or the vault of a new account. */
    walletsWithSecrets,

    /**
     * Puts all secrets back, for sealing an envelope only. Throws `SignerError` when one is missing.
     */
    withSecrets(payload: PublicPayload, continuation: Continuation): VaultPayload {
      const wallets = walletsWithSecrets(payload.wallets);
      const epochs = continuity.next(continuation);
      if (epochs.length === 0) throw new SignerError('locked', 'The wallet is locked.');
      return { ...payload, wallets, continuity: epochs };
    },

    /** Creates a new seed and returns its words, which are shown before the vault stores them. */
    draftSeed(count: 12 | 24): NewSecret & { words: readonly string[] } {
      const entropy = deps.random.bytes(count === 12 ? 16 : 32);
      const draft = adopt('seed', entropy);
      return { ...draft, words: phraseOf(entropy, words).split(' ') };
    },

    /** Parses a typed recovery phrase or private key. Throws `SecretFormatError`. */
    draftImport(typed: string): NewSecret {
      const compact = typed.trim();
      try {
        if (/\s/.test(compact)) return adopt('seed', entropyOfPhrase(compact, words));
      } finally {
        forgetLastMatch();
      }
      const key = fromHex(compact);
      if (key === undefined || !isPrivateKey(key)) {
        throw new SecretFormatError('bad-key', 'The text is not a private key.');
      }
      return adopt('key', key);
    },

    /** Reads the private key of a keystore file (version 3). Throws `SecretFormatError`. */
    async draftKeystore(text: string, password: string): Promise<NewSecret> {
      const key = await decryptKeystore(text, password);
      if (!isPrivateKey(key)) {
        throw new SecretFormatError('empty-keystore', 'The keystore holds no private key.');
      }
      return adopt('key', key);
    },

    /** Takes a secret in the vault's own form, as in a recovery file. */
    draftSecret(kind: 'seed' | 'key', secret: string): NewSecret {
      const bytes = fromBase64url(secret);
      if (bytes === undefined || !isSecret(kind, bytes)) {
        throw new SecretFormatError('damaged-secret', 'A secret of the file is damaged.');
      }
      return adopt(kind, bytes);
    },

    /** Returns the words or key of a wallet for display. Call only after a fresh passkey prompt. */
    reveal(walletId: string): RevealedSecret {
      demandInTime();
      const secret = drafts.has(walletId) ? undefined : secrets.get(walletId);
      if (secret === undefined) {
        throw new SignerError('watch-only', 'The wallet has no secret to show.');
      }
      return secret.kind === 'seed'
        ? { kind: 'seed', words: phraseOf(secret.bytes, words).split(' ') }
        : { kind: 'key', key: toHex(secret.bytes) };
    },

    /** Returns the kind of the secret with this draft id, if any. */
    draftKind: (draftId: string) => (drafts.has(draftId) ? secrets.get(draftId)?.kind : undefined),

    discardDraft(draftId: string): void {
      if (!drafts.delete(draftId)) return;
      wipe(secrets.get(draftId)?.bytes);
      secrets.delete(draftId);
    },

    /** Returns the address of an account of a wallet or draft. */
    addressAt,

    /** Returns the addresses of a phrase's accounts at these places. */
    addressesAt(walletId: string, places: readonly AccountPlace[]): Address[] {
      const secret = secrets.get(walletId);
      if (secret === undefined) throw new SignerError('locked', 'The wallet is locked.');
      const keys = deriveKeys(secret.bytes, places, words);
      const addresses = keys.map(addressOf);
      wipe(...keys);
      return addresses;
    },

    /** Returns the id of the vault's wallet with the secret of a draft, if any. */
    walletOfDraft(draftId: string): string | undefined {
      const draft = secrets.get(draftId);
      if (draft === undefined) return undefined;
      const found = [...secrets].find(
        ([id, { kind, bytes }]) =>
          !drafts.has(id) && kind === draft.kind && equalBytes(bytes, draft.bytes),
      );
      return found?.[0];
    },

    /** True when an account belongs to the secret of an open wallet. */
    ownsAccount: (walletId: string, account: WalletAccount): boolean =>
      secrets.has(walletId) && isSame(addressAt(walletId, account), account.address),

    /** Returns the first accounts of a wallet that belong to the secret that it includes. */
    genuineAccounts({ kind, secret, accounts: all }: Wallet): WalletAccount[] {
      const bytes = secret === undefined ? undefined : fromBase64url(secret);
      if (kind === 'watch' || bytes === undefined || !isSecret(kind, bytes)) return [];
      const accounts = all.slice(0, MAX_CHECKED_ACCOUNTS);
      const keys = kind === 'seed' ? deriveKeys(bytes, accounts, words) : accounts.map(() => bytes);
      const genuine = accounts.filter(({ address }, i) => {
        const key = keys[i];
        return key !== undefined && isSame(addressOf(key), address);
      });
      wipe(bytes, ...keys);
      return genuine;
    },

    /**
     * Returns a function that reports whether the wallet stayed unlocked since: no consent outlives
     * a lock.
     */
    watchLocks(): () => boolean {
      const since = locks;
      return () => {
        deps.enforceLock();
        return locks === since;
      };
    },

    canSign: (address: Address) => owners.has(address.toLowerCase()),

    /** Returns the EIP-191 signature (`personal_sign`) over the raw bytes. */
    signMessage: (address: Address, message: Hex): Hex =>
      withKey(address, (key) => signPersonalMessage(key, message)),

    /** Returns the signature over the EIP-712 digest of a stored draft's typed data. */
    signTypedData: (address: Address, data: { version: 'V1' | 'V3' | 'V4'; json: string }): Hex =>
      withKey(address, (key) => signTypedData(key, data)),

    /** Returns a serialized signed transaction (EIP-1559 or legacy). */
    signTransaction: (address: Address, transaction: RawTransaction): Hex =>
      withKey(address, (key) => signTransaction(key, transaction)),

    /** Wipes all secrets. */
    lock(): void {
      locks += 1;
      forgetLastMatch();
      for (const secret of secrets.values()) wipe(secret.bytes);
      secrets.clear();
      drafts.clear();
      owners.clear();
      dropBeside();
      continuity.wipe();
    },
  };
}

function isSecret(kind: 'seed' | 'key', bytes: Uint8Array): boolean {
  return kind === 'seed' ? ENTROPY_LENGTHS.includes(bytes.length) : isPrivateKey(bytes);
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
