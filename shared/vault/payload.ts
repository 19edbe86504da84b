import { type Static, Type } from 'typebox';
import { fromUtf8, utf8 } from '../bytes.ts';
import { parseAs, parseJson } from '../parse.ts';
import { MAX_PASSKEYS, MAX_WALLETS } from '../wire/vault.ts';
import { VaultError } from './errors.ts';

/** The newest ones are kept. */
export const MAX_TOMBSTONES = 1024;
export const MAX_HISTORY = 64;

const closed = { additionalProperties: false };
const Text = Type.String({ maxLength: 200 });
const Base64url = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 2048 });
const Millis = Type.Integer({ minimum: 0 });
const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });

export const WalletAccountSchema = Type.Object(
  {
    address: Address,
    /** Last index of the BIP-44 path `m/44'/60'/0'/0/index`; absent for keys and watched addresses. */
    index: Type.Optional(Type.Integer({ minimum: 0, maximum: 0x7fffffff })),
    name: Text,
    hidden: Type.Boolean(),
  },
  closed,
);

export const WalletSchema = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64 }),
    kind: Type.Union([Type.Literal('seed'), Type.Literal('key'), Type.Literal('watch')]),
    name: Text,
    /** BIP-39 entropy of a seed or the 32 bytes of a key, as base64url. */
    secret: Type.Optional(Base64url),
    accounts: Type.Array(WalletAccountSchema, { maxItems: 256 }),
    addedAt: Millis,
    updatedAt: Millis,
  },
  closed,
);

const KeyringEntrySchema = Type.Object(
  { credentialId: Base64url, pk: Base64url, name: Text, aaguid: Text, addedAt: Millis },
  closed,
);

const ContactSchema = Type.Object({ address: Address, name: Text, updatedAt: Millis }, closed);

const SettingSchema = Type.Object({ value: Type.Unknown(), updatedAt: Millis }, closed);

/** A field that two devices changed at once: the value that lost, so that nothing is gone unseen. */
const HistoryEntrySchema = Type.Object(
  {
    kind: Type.Union([
      Type.Literal('wallet'),
      Type.Literal('account'),
      Type.Literal('passkey'),
      Type.Literal('contact'),
      Type.Literal('setting'),
    ]),
    key: Text,
    field: Text,
    lost: Text,
    kept: Text,
    at: Millis,
  },
  closed,
);

const TombstoneSchema = Type.Object(
  {
    kind: Type.Union([
      Type.Literal('wallet'),
      Type.Literal('account'),
      Type.Literal('contact'),
      Type.Literal('setting'),
    ]),
    key: Text,
    deletedAt: Millis,
  },
  closed,
);

export const VaultPayloadSchema = Type.Object(
  {
    schema: Type.Literal(1),
    accountId: Base64url,
    revision: Type.Integer({ minimum: 1 }),
    /** Digest of the envelope before this one, base64url; empty in the first. */
    prevDigest: Base64url,
    createdAt: Millis,
    device: Text,
    wallets: Type.Array(WalletSchema, { maxItems: MAX_WALLETS }),
    keyring: Type.Array(KeyringEntrySchema, { minItems: 1, maxItems: MAX_PASSKEYS }),
    contacts: Type.Array(ContactSchema, { maxItems: 1024 }),
    settings: Type.Record(Type.String({ maxLength: 64 }), SettingSchema),
    tombstones: Type.Array(TombstoneSchema, { maxItems: MAX_TOMBSTONES }),
    history: Type.Optional(Type.Array(HistoryEntrySchema, { maxItems: MAX_HISTORY })),
  },
  closed,
);

/** Vault rule 6: what the envelope's ciphertext holds. Only `signer/` may keep one with secrets. */
export type VaultPayload = Static<typeof VaultPayloadSchema>;
export type Wallet = Static<typeof WalletSchema>;
/** A wallet as everything outside the signer sees it: without its secret. */
export type PublicWallet = Omit<Wallet, 'secret'>;
/** A payload whose secrets stayed in the signer. */
export type PublicPayload = Omit<VaultPayload, 'wallets'> & {
  readonly wallets: readonly PublicWallet[];
};
export type WalletAccount = Static<typeof WalletAccountSchema>;
export type KeyringEntry = Static<typeof KeyringEntrySchema>;
export type Contact = Static<typeof ContactSchema>;
export type HistoryEntry = Static<typeof HistoryEntrySchema>;
export type Tombstone = Static<typeof TombstoneSchema>;

/**
 * UTF-8 JSON of a payload, ready to be padded and sealed. Throws INVALID_PAYLOAD rather than write
 * what no device could read again.
 */
export function encodePayload(payload: VaultPayload): Uint8Array<ArrayBuffer> {
  if (parseAs(VaultPayloadSchema, payload) === undefined) {
    throw new VaultError('INVALID_PAYLOAD', 'The vault cannot hold this. Nothing was saved.');
  }
  return utf8(JSON.stringify(payload));
}

/** Parses decrypted bytes. Throws CORRUPT_PAYLOAD on anything that is not a payload of schema 1. */
export function decodePayload(bytes: Uint8Array): VaultPayload {
  let payload: VaultPayload | undefined;
  try {
    payload = parseAs(VaultPayloadSchema, parseJson(fromUtf8(bytes)));
  } catch (cause) {
    throw new VaultError('CORRUPT_PAYLOAD', 'The vault snapshot is damaged.', { cause });
  }
  if (payload === undefined) {
    throw new VaultError('CORRUPT_PAYLOAD', 'The vault snapshot is not of a known form.');
  }
  return payload;
}
