import type { Address, Hex } from 'viem';
import { fromBase64url, toBase64url, toHex, wipe } from '../../../shared/bytes.ts';
import type {
  Authorization,
  RawTransaction,
  SignedAuthorization,
} from '../../../shared/chain/raw-transaction.ts';
import { forgetLastMatch } from '../../../shared/last-match.ts';
import type { Random } from '../../../shared/ports.ts';
import type {
  AccountPlace,
  PublicPayload,
  PublicWallet,
  VaultPayload,
  Wallet,
} from '../../../shared/vault/payload.ts';
import { type Continuation, createContinuity } from './continuity.ts';
import { createDrafts } from './drafts.ts';
import { offerKey, offerPublicKey, openOffer, type Sealed } from './offer-key.ts';
import { createSecrets, SignerError } from './secrets.ts';
import { signAuthorization, signPersonalMessage, signTransaction, signTypedData } from './sign.ts';

export type RevealedSecret =
  | { readonly kind: 'seed'; readonly words: readonly string[] }
  | { readonly kind: 'key'; readonly key: string };

/**
 * The only holder of private keys and of the vault's continuity secrets. Secrets leave it in two
 * ways: encrypted (`withSecrets`, `walletsWithSecrets`), or shown to the user after a fresh passkey
 * prompt (`reveal`). `lock` wipes all of them.
 */
export type Signer = ReturnType<typeof createSigner>;

export function createSigner(deps: {
  random: Random;
  /** Loads the English words of BIP-39, one per line, from a file of the extension. */
  loadWords: () => Promise<string>;
  /** Locks when the auto-lock deadline has passed; runs before every use of a secret. */
  enforceLock: () => void;
}) {
  const secrets = createSecrets(deps);
  const owners = new Map<string, { walletId: string; place: AccountPlace }>();
  /** Secrets of another branch of the vault, by wallet id. They are sealed but never sign. */
  const beside = new Map<string, Uint8Array>();
  const continuity = createContinuity(deps);
  let locks = 0;

  /** Returns a function that returns true until the next lock. A lock ends the user's consent. */
  function watchLocks(): () => boolean {
    const since = locks;
    return () => {
      deps.enforceLock();
      return locks === since;
    };
  }

  /** Throws `SignerError` locked when the auto-lock deadline has passed. */
  function ensureInTime(): void {
    const isInTime = watchLocks();
    if (!isInTime()) throw new SignerError('locked', 'The wallet is locked.');
  }

  function dropBeside(): void {
    wipe(...beside.values());
    beside.clear();
    continuity.dropOffered();
  }

  /**
   * Adds the secrets to wallets. Throws `SignerError` if a secret is missing, because a save
   * without it would delete it on every device.
   */
  function walletsWithSecrets(wallets: readonly PublicWallet[]): Wallet[] {
    ensureInTime();
    return wallets.map((wallet) => {
      if (wallet.kind === 'watch') return wallet;
      const secret = secrets.find(wallet.id)?.bytes ?? beside.get(wallet.id);
      if (secret === undefined)
        throw new SignerError('secretMissing', 'A secret is not in memory.');
      return { ...wallet, secret: toBase64url(secret) };
    });
  }

  function withKey<Result>(address: Address, use: (key: Uint8Array) => Result): Result {
    ensureInTime();
    const owner = owners.get(address.toLowerCase());
    if (owner === undefined) {
      throw new SignerError('unknownAccount', 'The account cannot sign.');
    }
    return secrets.withKey(owner.walletId, owner.place, use);
  }

  /** The key is wiped after the call, so `use` must read it before its first `await`. */
  const withOfferKey = <Result>(address: Address, use: (key: Uint8Array) => Result): Result => {
    const key = withKey(address, offerKey);
    try {
      return use(key);
    } finally {
      wipe(key);
    }
  };

  return {
    /** Loads the word list once. Must be awaited before the vault is opened. */
    prepare: secrets.prepare,
    ...createDrafts({ secrets, random: deps.random }),

    /**
     * Takes the secrets out of an opened payload and keeps them. Returns the payload without
     * secrets.
     */
    load(payload: VaultPayload): PublicPayload {
      forgetLastMatch();
      continuity.load(payload.continuity);
      owners.clear();
      for (const [id, { isDraft }] of secrets.entries()) if (!isDraft) secrets.remove(id);
      return withoutSecrets(payload, ({ id: walletId, kind, accounts }, bytes) => {
        if (kind === 'watch') return;
        secrets.put(walletId, { kind, bytes, isDraft: false });
        for (const place of accounts) owners.set(place.address.toLowerCase(), { walletId, place });
      });
    },

    /**
     * Takes the secrets out of a second payload, so that `withSecrets` can seal a merge of both
     * payloads. These secrets never sign.
     */
    loadBeside(payload: VaultPayload): PublicPayload {
      dropBeside();
      continuity.loadOffered(payload.continuity);
      return withoutSecrets(payload, ({ id }, bytes) => beside.set(id, bytes));
    },

    dropBeside,

    /** Adds the secrets of wallets, to seal a recovery file or a new account's vault. */
    walletsWithSecrets,

    /** Adds all secrets, to seal an envelope. Throws `SignerError` when a secret is missing. */
    withSecrets(payload: PublicPayload, continuation: Continuation): VaultPayload {
      const wallets = walletsWithSecrets(payload.wallets);
      const epochs = continuity.next(continuation);
      if (epochs.length === 0) throw new SignerError('locked', 'The wallet is locked.');
      return { ...payload, wallets, continuity: epochs };
    },

    /** Returns a wallet's words or key, to show them. Call only after a fresh passkey prompt. */
    reveal(walletId: string): RevealedSecret {
      ensureInTime();
      const secret = secrets.find(walletId);
      if (secret === undefined || secret.isDraft) {
        throw new SignerError('watchOnly', 'The wallet has no secret to show.');
      }
      return secret.kind === 'seed'
        ? { kind: 'seed', words: secrets.wordsOf(secret.bytes) }
        : { kind: 'key', key: toHex(secret.bytes) };
    },

    addressAt: secrets.addressAt,
    addressesAt: secrets.addressesAt,
    ownsAccount: secrets.ownsAccount,
    genuineAccounts: secrets.genuineAccounts,
    watchLocks,

    canSign: (address: Address) => owners.has(address.toLowerCase()),

    /** Returns the EIP-191 signature (`personal_sign`) over the raw bytes. */
    signMessage: (address: Address, message: Hex): Hex =>
      withKey(address, (key) => signPersonalMessage(key, message)),

    /** Returns the signature over the EIP-712 digest of a stored draft's typed data. */
    signTypedData: (address: Address, data: { version: 'V1' | 'V3' | 'V4'; json: string }): Hex =>
      withKey(address, (key) => signTypedData(key, data)),

    /**
     * Returns a signed authorization (EIP-7702) for the pinned delegator or for no code. Throws for
     * other code and for chain id 0.
     */
    signAuthorization: (address: Address, authorization: Authorization): SignedAuthorization =>
      withKey(address, (key) => signAuthorization(key, authorization)),

    /** Returns a serialized signed transaction (EIP-1559, EIP-7702 or legacy). */
    signTransaction: (address: Address, transaction: RawTransaction): Hex =>
      withKey(address, (key) => signTransaction(key, transaction)),

    /** Returns the public key to which makers seal offers to an account. */
    offerPublicKey: (address: Address): string => withOfferKey(address, offerPublicKey),

    /** Returns the content of an offer; undefined for an offer that isn't sealed to the account. */
    openOffer: (address: Address, sealed: Sealed): Promise<Uint8Array | undefined> =>
      withOfferKey(address, (key) => openOffer(key, sealed)),

    lock(): void {
      locks += 1;
      forgetLastMatch();
      secrets.wipe();
      owners.clear();
      dropBeside();
      continuity.wipe();
    },
  };
}

/** Passes each secret of a payload to `keep`. Returns the payload without secrets. */
function withoutSecrets(
  { continuity: _, ...payload }: VaultPayload,
  keep: (wallet: PublicWallet, bytes: Uint8Array) => void,
): PublicPayload {
  const wallets = payload.wallets.map(({ secret, ...wallet }) => {
    const bytes = secret === undefined ? undefined : fromBase64url(secret);
    if (bytes !== undefined) keep(wallet, bytes);
    return wallet;
  });
  return { ...payload, wallets };
}
