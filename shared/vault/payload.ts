import { fromUtf8, utf8 } from '../bytes.ts';
import { parseAs, parseJson } from '../parse.ts';
import {
  Unknown as Anything,
  Boolean as Bool,
  Integer,
  Array as List,
  Literal,
  Optional,
  Refine,
  Object as Shape,
  type Static,
  String as TextOf,
  Union,
} from '../schema.ts';
import { recordOf } from '../wire/record-of.ts';
import { isCanonicalBase64url, OpaqueId } from '../wire/vault.ts';
import { MAX_PASSKEYS, MAX_WALLETS } from '../wire/vault-limits.ts';
import { VaultError } from './errors.ts';

/** Version of the payload's JSON. Other versions are rejected. */
export const PAYLOAD_SCHEMA = 2;
/** Maximum number of tombstones. The newest are kept. */
export const MAX_TOMBSTONES = 1024;
export const MAX_HISTORY = 64;
/** Number of newest epochs to keep. */
export const MAX_EPOCHS = 8;

const closed = { additionalProperties: false };
const MAX_TEXT = 200;
const Text = TextOf({ maxLength: MAX_TEXT });
const Base64url = Refine(
  TextOf({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 2048 }),
  isCanonicalBase64url,
);
const Millis = Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Address = TextOf({ pattern: '^0x[0-9a-fA-F]{40}$' });
const WalletId = TextOf({ minLength: 1, maxLength: 64 });

export const WalletAccountSchema = Shape(
  {
    address: Address,
    /** Missing for keys and watched addresses. */
    index: Optional(Integer({ minimum: 0, maximum: 0x7fffffff })),
    /**
     * Derivation path: `m/44'/60'/0'/0/index` (BIP-44) by default, `m/44'/60'/index'/0/0`
     * (`ledger-live`) or `m/44'/60'/0'/index` (`legacy`).
     */
    path: Optional(Union([Literal('ledger-live'), Literal('legacy')])),
    name: Text,
    hidden: Bool(),
  },
  closed,
);

const WalletSchema = Shape(
  {
    id: WalletId,
    kind: Union([Literal('seed'), Literal('key'), Literal('watch')]),
    name: Text,
    /** A seed's BIP-39 entropy or the 32 bytes of a key, as base64url. */
    secret: Optional(Base64url),
    accounts: List(WalletAccountSchema, { maxItems: 256 }),
    addedAt: Millis,
    updatedAt: Millis,
  },
  closed,
);

const KeyringEntrySchema = Shape(
  { credentialId: Base64url, pk: Base64url, name: Text, aaguid: Text, addedAt: Millis },
  closed,
);

const ContactSchema = Shape({ address: Address, name: Text, updatedAt: Millis }, closed);

const SettingSchema = Shape({ value: Anything(), updatedAt: Millis }, closed);

/** A field that two devices changed concurrently, with the replaced value. */
const HistoryEntrySchema = Shape(
  {
    kind: Union([
      Literal('wallet'),
      Literal('account'),
      Literal('passkey'),
      Literal('contact'),
      Literal('setting'),
    ]),
    key: Text,
    field: Text,
    lost: Text,
    kept: Text,
    at: Millis,
  },
  closed,
);

const TombstoneSchema = Shape(
  {
    kind: Union([
      Literal('wallet'),
      Literal('account'),
      Literal('contact'),
      Literal('setting'),
      Literal('passkey'),
    ]),
    key: Text,
    deletedAt: Millis,
  },
  closed,
);

/** An epoch with a secret that owners of removed passkeys can't know (vault rule 16). */
const EpochSchema = Shape(
  {
    epoch: Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    /** 32 random bytes, base64url. */
    secret: OpaqueId,
  },
  closed,
);

/** Times of a wallet's backups outside of the vault. */
const WalletBackupSchema = Shape(
  {
    walletId: WalletId,
    /** Time at which the user last typed words of the recovery phrase. */
    phraseAt: Optional(Millis),
    /** Time at which the newest recovery file with the wallet was made. */
    fileAt: Optional(Millis),
  },
  closed,
);

/** Any payload, of which only the schema's number is read. */
const AnySchema = Shape({ schema: Integer({ minimum: 1 }) });

export const VaultPayloadSchema = Shape(
  {
    schema: Literal(PAYLOAD_SCHEMA),
    accountId: Base64url,
    revision: Integer({ minimum: 1 }),
    /** Digest of the previous envelope, base64url; empty in the first. */
    prevDigest: Base64url,
    createdAt: Millis,
    device: Text,
    wallets: List(WalletSchema, { maxItems: MAX_WALLETS }),
    keyring: List(KeyringEntrySchema, { minItems: 1, maxItems: MAX_PASSKEYS }),
    /** Newest first. */
    continuity: List(EpochSchema, { minItems: 1, maxItems: MAX_EPOCHS }),
    contacts: List(ContactSchema, { maxItems: 1024 }),
    settings: recordOf(SettingSchema),
    backups: List(WalletBackupSchema, { maxItems: MAX_WALLETS }),
    tombstones: List(TombstoneSchema, { maxItems: MAX_TOMBSTONES }),
    history: Optional(List(HistoryEntrySchema, { maxItems: MAX_HISTORY })),
  },
  closed,
);

/** Content of the envelope's ciphertext (vault rule 6). Only `signer/` keeps its secrets. */
export type VaultPayload = Static<typeof VaultPayloadSchema>;
export type Wallet = Static<typeof WalletSchema>;
/** A wallet without its secret, for code outside of the signer. */
export type PublicWallet = Omit<Wallet, 'secret'>;
/** A payload without its secrets, which only the signer has. */
export type PublicPayload = Omit<VaultPayload, 'wallets' | 'continuity'> & {
  readonly wallets: readonly PublicWallet[];
};
export type WalletAccount = Static<typeof WalletAccountSchema>;
/** Index or derivation path of an account in a recovery phrase. */
export type AccountPlace = Pick<WalletAccount, 'index' | 'path'>;
export type WalletBackup = Static<typeof WalletBackupSchema>;
export type ContinuityEntry = Static<typeof EpochSchema>;
export type KeyringEntry = Static<typeof KeyringEntrySchema>;
export type Contact = Static<typeof ContactSchema>;
export type HistoryEntry = Static<typeof HistoryEntrySchema>;
export type Tombstone = Static<typeof TombstoneSchema>;

/** Returns the key of a tombstone or history entry: an id, cut to the maximum length. */
export function tombstoneKey(id: string): string {
  return id.slice(0, MAX_TEXT);
}

/**
 * Returns a payload as UTF-8 JSON, to be padded and sealed.
 * @throws VaultError INVALID_PAYLOAD for a payload that no device could read
 */
export function encodePayload(payload: VaultPayload): Uint8Array<ArrayBuffer> {
  if (parseAs(VaultPayloadSchema, payload) === undefined) {
    throw new VaultError('INVALID_PAYLOAD', 'The vault cannot hold this. Nothing was saved.');
  }
  return utf8(JSON.stringify(payload));
}

/**
 * Parses decrypted bytes.
 * @throws VaultError WRONG_VERSION for another schema, CORRUPT_PAYLOAD for another form
 */
export function decodePayload(bytes: Uint8Array): VaultPayload {
  let json: unknown;
  try {
    json = parseJson(fromUtf8(bytes));
  } catch (cause) {
    throw new VaultError('CORRUPT_PAYLOAD', 'The vault snapshot is damaged.', { cause });
  }
  const schema = parseAs(AnySchema, json)?.schema;
  if (schema !== undefined && schema !== PAYLOAD_SCHEMA) {
    throw new VaultError('WRONG_VERSION', 'The vault is of another version.');
  }
  const payload = parseAs(VaultPayloadSchema, json);
  if (payload === undefined) {
    throw new VaultError('CORRUPT_PAYLOAD', 'The vault snapshot is not of a known form.');
  }
  return payload;
}
