/**
 * Tables from the vault service's specification (spec/vault-service.md, "Resources and their fields" and
 * "Endpoints"), typed by hand as JSON Schema. Tests compare the service's description with these
 * tables, not with the service's own schemas. Members are required unless `optional` names them. No
 * object accepts unknown members (global rule 8).
 */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
}

const string: Schema = { type: 'string' };
const boolean: Schema = { type: 'boolean' };
const fixed = (value: unknown): Schema => ({ const: value });
const base64url = (minLength: number, maxLength: number): Schema => ({
  type: 'string',
  pattern: '^[A-Za-z0-9_-]+$',
  minLength,
  maxLength,
});
const integer = (minimum: number, maximum?: number): Schema => ({
  type: 'integer',
  minimum,
  ...(maximum === undefined ? {} : { maximum }),
});
const list = (items: Schema, minItems: number, maxItems: number): Schema => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});
const object = (
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const anyOf = (...schemas: readonly Schema[]): Schema => ({ anyOf: schemas });

// ---- Shared scalar types

const OpaqueId = base64url(43, 43);
const CredentialId = base64url(2, 1366);
const ExpiresAt = integer(0, 9_007_199_254_740_991);
const publicKey = fixed('public-key');
const transports = list({ type: 'string', maxLength: 32 }, 0, 8);

// ---- Resources

const ConfigResponse = object({
  version: fixed(1),
  tenant: object({
    id: string,
    origin: { type: 'string', format: 'uri' },
    rpId: string,
    name: string,
  }),
  enrollmentEnabled: boolean,
  maxWallets: fixed(32),
  maxPasskeys: fixed(8),
});

const Envelope = object({
  v: fixed(2),
  accountId: OpaqueId,
  revision: integer(1),
  payload: object({ iv: base64url(16, 16), ct: base64url(23, 174_763) }),
  wraps: list(
    object({
      credentialId: CredentialId,
      salt: OpaqueId,
      iv: base64url(16, 16),
      ct: base64url(64, 64),
    }),
    1,
    8,
  ),
});

const CredentialDescriptor = object({ id: CredentialId, type: publicKey, transports }, [
  'transports',
]);

const RegistrationOptions = object({
  challenge: OpaqueId,
  rp: object({ name: string, id: string }),
  user: object({ id: OpaqueId, name: string, displayName: string }),
  pubKeyCredParams: list(object({ type: publicKey, alg: anyOf(fixed(-7), fixed(-257)) }), 2, 2),
  timeout: fixed(60_000),
  attestation: fixed('none'),
  excludeCredentials: list(CredentialDescriptor, 0, 8),
  authenticatorSelection: object({
    residentKey: fixed('required'),
    userVerification: fixed('required'),
    requireResidentKey: fixed(true),
  }),
  extensions: object({ credProps: fixed(true) }),
  hints: list(string, 0, 0),
});

const AssertionOptions = object({
  challenge: OpaqueId,
  rpId: string,
  userVerification: fixed('required'),
  timeout: fixed(60_000),
  allowCredentials: list(CredentialDescriptor, 0, 8),
});

// ---- Credential objects sent by the client

const credential = (response: Readonly<Record<string, Schema>>) =>
  object({
    id: CredentialId,
    rawId: CredentialId,
    type: publicKey,
    clientExtensionResults: object({}),
    response: object(response),
  });
const assertion = (userHandle: Schema) =>
  credential({
    clientDataJSON: base64url(2, 5462),
    authenticatorData: base64url(50, 5462),
    signature: base64url(2, 2731),
    userHandle,
  });

// ---- Requests and answers

const EmptyRequest = object({});
const RegistrationVerifyRequest = object({
  challengeId: OpaqueId,
  credential: credential({
    clientDataJSON: base64url(2, 5462),
    attestationObject: base64url(2, 21_846),
    transports,
  }),
});
const AuthenticationVerifyRequest = object({
  challengeId: OpaqueId,
  credential: assertion(OpaqueId),
});
const MutationOptionsRequest = object({
  revision: integer(0),
  digest: OpaqueId,
  operationId: OpaqueId,
});
const MutationCommitRequest = object({
  challengeId: OpaqueId,
  credential: assertion(anyOf(OpaqueId, { type: 'null' })),
  envelope: Envelope,
});

const RegistrationOptionsResponse = object({
  challengeId: OpaqueId,
  accountId: OpaqueId,
  options: RegistrationOptions,
});
const AssertionOptionsResponse = object({ challengeId: OpaqueId, options: AssertionOptions });
const NewRegistrationResponse = object({
  accountId: OpaqueId,
  credentialId: CredentialId,
  token: OpaqueId,
  expires: ExpiresAt,
});
const AddedPasskeyResponse = object({ accountId: OpaqueId, credentialId: CredentialId });
const AuthenticationResponse = object({
  token: OpaqueId,
  expires: ExpiresAt,
  accountId: OpaqueId,
  envelope: Envelope,
});
const VaultResponse = object({ envelope: Envelope });
const OperationReceipt = object({ revision: integer(1), digest: OpaqueId });
const RevokeResponse = object({ revoked: fixed(true) });

/** The ten endpoints in the specification's order. */
export const ENDPOINTS: readonly {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly auth: 'none' | 'none or bearer' | 'bearer';
  readonly request?: Schema;
  readonly answer: Schema;
}[] = [
  { method: 'get', path: '/v1/config', auth: 'none', answer: ConfigResponse },
  {
    method: 'post',
    path: '/v1/registration/options',
    auth: 'none or bearer',
    request: EmptyRequest,
    answer: RegistrationOptionsResponse,
  },
  {
    method: 'post',
    path: '/v1/registration/verify',
    auth: 'none or bearer',
    request: RegistrationVerifyRequest,
    answer: anyOf(NewRegistrationResponse, AddedPasskeyResponse),
  },
  {
    method: 'post',
    path: '/v1/authentication/options',
    auth: 'none',
    request: EmptyRequest,
    answer: AssertionOptionsResponse,
  },
  {
    method: 'post',
    path: '/v1/authentication/verify',
    auth: 'none',
    request: AuthenticationVerifyRequest,
    answer: AuthenticationResponse,
  },
  { method: 'get', path: '/v1/vault', auth: 'bearer', answer: VaultResponse },
  {
    method: 'post',
    path: '/v1/mutations/options',
    auth: 'bearer',
    request: MutationOptionsRequest,
    answer: AssertionOptionsResponse,
  },
  {
    method: 'post',
    path: '/v1/mutations/commit',
    auth: 'bearer',
    request: MutationCommitRequest,
    answer: OperationReceipt,
  },
  { method: 'get', path: '/v1/operations/{id}', auth: 'bearer', answer: OperationReceipt },
  {
    method: 'post',
    path: '/v1/session/revoke',
    auth: 'bearer',
    request: EmptyRequest,
    answer: RevokeResponse,
  },
];

/** Statuses other than 200 that a route can have. */
export const STATUSES = [400, 401, 403, 404, 405, 409, 413, 415, 429, 503] as const;

export const CODES = [
  'AUTH_FAILED',
  'AUTH_REQUIRED',
  'AUTH_RETRY',
  'BODY_TOO_LARGE',
  'CHALLENGE_EXPIRED',
  'CHALLENGE_MISMATCH',
  'CREDENTIAL_EXISTS',
  'DIGEST_MISMATCH',
  'ENROLLMENT_DISABLED',
  'FINISH_REGISTRATION',
  'INVALID_REQUEST',
  'JSON_REQUIRED',
  'KEEP_EXISTING_PASSKEYS',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'OPERATION_EXISTS',
  'OPERATION_UNKNOWN',
  'ORIGIN_DENIED',
  'PASSKEY_LIMIT',
  'PREFLIGHT_DENIED',
  'QUERY_NOT_SUPPORTED',
  'REVISION_CONFLICT',
  'SERVICE_UNAVAILABLE',
  'SESSION_EXPIRED',
  'SIGNING_PASSKEY_MISSING',
  'TENANT_MISMATCH',
  'TRY_LATER',
  'UNKNOWN_PASSKEY',
  'VAULT_PENDING',
] as const;

export const ERROR: Schema = object({ error: anyOf(...CODES.map(fixed)) });
export const OPAQUE_ID = OpaqueId;
