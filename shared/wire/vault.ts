import * as Type from '../schema.ts';
import { VAULT_CODES } from './vault-codes.ts';
import { MAX_PASSKEYS, MAX_WALLETS } from './vault-limits.ts';

/**
 * The vault service's wire format: one TypeBox schema for each table in spec/vault-service.md,
 * "Resources and their fields". The server validates requests and generates OpenAPI with them; the
 * extension checks responses. Every object rejects unknown members (global rule 8).
 */

/** Maximum size of a request or response body in bytes (global rule 2). */
export const MAX_BODY_BYTES = 131_072;
/** Maximum duration of a session in milliseconds. */
export const SESSION_MS = 600_000;

const CHARACTERS = '^[A-Za-z0-9_-]+$';
/** Last characters whose unused bits are zero, by the text's length modulo 4. */
const TAILS = ['', undefined, 'AQgw', 'AEIMQUYcgkosw048'] as const;

/** Returns true when a base64url text is canonical (global rule 3). */
export function isCanonicalBase64url(text: string): boolean {
  const tails = TAILS[text.length % 4];
  if (tails === undefined) return false;
  return tails === '' || tails.includes(text.charAt(text.length - 1));
}

function closed<P extends Type.TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

function base64url(minLength: number, maxLength: number) {
  return Type.Refine(
    Type.String({ pattern: CHARACTERS, minLength, maxLength }),
    isCanonicalBase64url,
  );
}

function listOf<T extends Type.TSchema>(item: T, minItems: number, maxItems: number) {
  return Type.Array(item, { minItems, maxItems });
}

// ---- Scalars

export const OpaqueId = base64url(43, 43);
export const CredentialId = base64url(2, 1366);
export const ExpiresAt = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Transports = listOf(Type.String({ maxLength: 32 }), 0, 8);
const PublicKey = Type.Literal('public-key');

// ---- Resources

export const Tenant = closed({
  id: Type.String(),
  origin: Type.String({ format: 'uri' }),
  rpId: Type.String(),
  name: Type.String(),
});

export const ConfigResponse = closed({
  version: Type.Literal(1),
  tenant: Tenant,
  enrollmentEnabled: Type.Boolean(),
  maxWallets: Type.Literal(MAX_WALLETS),
  maxPasskeys: Type.Literal(MAX_PASSKEYS),
});

export const Ciphertext = closed({ iv: base64url(16, 16), ct: base64url(23, 174_763) });

export const KeyWrap = closed({
  credentialId: CredentialId,
  salt: OpaqueId,
  iv: base64url(16, 16),
  ct: base64url(64, 64),
});

const Revision = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const Envelope = closed({
  v: Type.Literal(2),
  accountId: OpaqueId,
  revision: Revision,
  payload: Ciphertext,
  wraps: listOf(KeyWrap, 1, MAX_PASSKEYS),
});

export const CredentialDescriptor = closed({
  id: CredentialId,
  type: PublicKey,
  transports: Type.Optional(Transports),
});

export const RegistrationOptions = closed({
  challenge: OpaqueId,
  rp: closed({ name: Type.String(), id: Type.String() }),
  user: closed({ id: OpaqueId, name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: listOf(
    closed({ type: PublicKey, alg: Type.Union([Type.Literal(-7), Type.Literal(-257)]) }),
    2,
    2,
  ),
  timeout: Type.Literal(60_000),
  attestation: Type.Literal('none'),
  excludeCredentials: listOf(CredentialDescriptor, 0, MAX_PASSKEYS),
  authenticatorSelection: closed({
    residentKey: Type.Literal('required'),
    userVerification: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
  }),
  extensions: closed({ credProps: Type.Literal(true) }),
  hints: listOf(Type.String(), 0, 0),
});

export const AssertionOptions = closed({
  challenge: OpaqueId,
  rpId: Type.String(),
  userVerification: Type.Literal('required'),
  timeout: Type.Literal(60_000),
  allowCredentials: listOf(CredentialDescriptor, 0, MAX_PASSKEYS),
});

// ---- Credential objects sent by the client

function credential<R extends Type.TSchema>(response: R) {
  return closed({
    id: CredentialId,
    rawId: CredentialId,
    type: PublicKey,
    clientExtensionResults: closed({}),
    response,
  });
}

function assertion<H extends Type.TSchema>(userHandle: H) {
  return credential(
    closed({
      clientDataJSON: base64url(2, 5462),
      authenticatorData: base64url(50, 5462),
      signature: base64url(2, 2731),
      userHandle,
    }),
  );
}

export const RegistrationCredential = credential(
  closed({
    clientDataJSON: base64url(2, 5462),
    attestationObject: base64url(2, 21_846),
    transports: Transports,
  }),
);
export const AssertionCredential = assertion(Type.Union([OpaqueId, Type.Null()]));
export const DiscoverableAssertionCredential = assertion(OpaqueId);

// ---- Requests

export const EmptyRequest = closed({});
export const RegistrationVerifyRequest = closed({
  challengeId: OpaqueId,
  credential: RegistrationCredential,
});
export const AuthenticationVerifyRequest = closed({
  challengeId: OpaqueId,
  credential: DiscoverableAssertionCredential,
});
export const MutationOptionsRequest = closed({
  revision: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  digest: OpaqueId,
  operationId: OpaqueId,
});
export const MutationCommitRequest = closed({
  challengeId: OpaqueId,
  credential: AssertionCredential,
  envelope: Envelope,
});

// ---- Responses

export const RegistrationOptionsResponse = closed({
  challengeId: OpaqueId,
  accountId: OpaqueId,
  options: RegistrationOptions,
});
export const AuthenticationOptionsResponse = closed({
  challengeId: OpaqueId,
  options: AssertionOptions,
});
export const MutationOptionsResponse = AuthenticationOptionsResponse;
export const NewRegistrationResponse = closed({
  accountId: OpaqueId,
  credentialId: CredentialId,
  token: OpaqueId,
  expires: ExpiresAt,
});
export const AddedPasskeyResponse = closed({ accountId: OpaqueId, credentialId: CredentialId });
export const AuthenticationResponse = closed({
  token: OpaqueId,
  expires: ExpiresAt,
  accountId: OpaqueId,
  envelope: Envelope,
});
export const VaultResponse = closed({ envelope: Envelope });
export const OperationReceipt = closed({ revision: Revision, digest: OpaqueId });
export const RevokeResponse = closed({ revoked: Type.Literal(true) });

export const ErrorResponse = closed({
  error: Type.Union(VAULT_CODES.map((code) => Type.Literal(code))),
});

export type Tenant = Type.Static<typeof Tenant>;
export type ConfigResponse = Type.Static<typeof ConfigResponse>;
export type Ciphertext = Type.Static<typeof Ciphertext>;
export type KeyWrap = Type.Static<typeof KeyWrap>;
export type Envelope = Type.Static<typeof Envelope>;
export type CredentialDescriptor = Type.Static<typeof CredentialDescriptor>;
export type RegistrationOptions = Type.Static<typeof RegistrationOptions>;
export type AssertionOptions = Type.Static<typeof AssertionOptions>;
export type RegistrationCredential = Type.Static<typeof RegistrationCredential>;
export type AssertionCredential = Type.Static<typeof AssertionCredential>;
export type DiscoverableAssertionCredential = Type.Static<typeof DiscoverableAssertionCredential>;
export type RegistrationVerifyRequest = Type.Static<typeof RegistrationVerifyRequest>;
export type AuthenticationVerifyRequest = Type.Static<typeof AuthenticationVerifyRequest>;
export type MutationOptionsRequest = Type.Static<typeof MutationOptionsRequest>;
export type MutationCommitRequest = Type.Static<typeof MutationCommitRequest>;
export type RegistrationOptionsResponse = Type.Static<typeof RegistrationOptionsResponse>;
export type AuthenticationOptionsResponse = Type.Static<typeof AuthenticationOptionsResponse>;
export type MutationOptionsResponse = Type.Static<typeof MutationOptionsResponse>;
export type NewRegistrationResponse = Type.Static<typeof NewRegistrationResponse>;
export type AddedPasskeyResponse = Type.Static<typeof AddedPasskeyResponse>;
export type AuthenticationResponse = Type.Static<typeof AuthenticationResponse>;
export type VaultResponse = Type.Static<typeof VaultResponse>;
export type OperationReceipt = Type.Static<typeof OperationReceipt>;
export type RevokeResponse = Type.Static<typeof RevokeResponse>;
export type ErrorResponse = Type.Static<typeof ErrorResponse>;
