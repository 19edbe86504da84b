import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { concatBytes, fromBase64url, toBase64url, u32, utf8 } from '../../shared/bytes.ts';
import type {
  AssertionOptions,
  DiscoverableAssertionCredential,
  RegistrationCredential,
  RegistrationOptions,
} from '../../shared/wire/vault.ts';
import { type Encodable, encodeCbor, RawCbor } from './cbor-encode.ts';

/**
 * A software WebAuthn client and authenticator with real signatures and PRF. `edit` gives control
 * over every byte: a test of an invalid ceremony changes one part of a valid ceremony.
 */
export interface SoftAuthenticatorOptions {
  readonly algorithm?: 'ES256' | 'RS256';
  readonly isBackupEligible?: boolean;
  readonly isBackedUp?: boolean;
  /** Start of the signature counter. Default: the counter is always 0. */
  readonly counter?: number;
  readonly credentialIdLength?: number;
  /** Passkeys that the authenticator has from the start. */
  readonly held?: readonly SoftCredential[];
}

/** The parts of authenticator data before they are joined. */
export interface AuthDataParts {
  rpIdHash: Uint8Array;
  flags: number;
  counter: number;
  aaguid: Uint8Array;
  /** Default: the real length. */
  credentialIdLength?: number;
  credentialId: Uint8Array;
  /** COSE key. A map is encoded; bytes are used as they are. */
  publicKey: Map<number | string, Encodable> | Uint8Array;
  /** Extension output, added if present; it needs the flag 0x80. */
  extensions?: Uint8Array;
  trailing: Uint8Array;
}

interface AttestationParts {
  map: Map<number | string, Encodable>;
  trailing: Uint8Array;
}

export interface CeremonyEdit {
  /** Changes the members of the client data, or returns a different text or bytes. */
  clientData?(members: Record<string, unknown>): Record<string, unknown> | string | Uint8Array;
  authData?(parts: AuthDataParts): void;
  /** Changes the attestation object's map after the statement was made. */
  attestation?(parts: AttestationParts): void;
  /** Changes the signed bytes: authenticator data and the hash of the client data. */
  signed?(bytes: Uint8Array): Uint8Array;
  signature?(bytes: Uint8Array): Uint8Array;
}

export interface Ceremony {
  /** Value of `clientDataJSON.origin`. */
  readonly origin: string;
  /** `prf.eval.first`. If set, the result has a `prf`. */
  readonly prfInput?: Uint8Array | string;
  /** `packed` makes a self-attestation. */
  readonly attestation?: 'none' | 'packed';
  readonly edit?: CeremonyEdit;
}

export interface SoftCredential {
  readonly id: string;
  readonly rpId: string;
  /** The account id, as OpaqueId. */
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  readonly publicKey: Map<number, Encodable>;
}

export interface SoftAuthenticator {
  readonly credentials: readonly SoftCredential[];
  /** `navigator.credentials.create`, limited to members that the protocol sends. */
  create(
    options: RegistrationOptions,
    ceremony: Ceremony,
  ): { credential: RegistrationCredential; prf?: Uint8Array };
  /**
   * Works like `navigator.credentials.get`. If the allow list is empty, uses the rpId's newest
   * credential.
   */
  get(
    options: AssertionOptions,
    ceremony: Ceremony,
  ): { credential: DiscoverableAssertionCredential; prf?: Uint8Array };
  /** Removes a credential, as a provider does after `signalUnknownCredential`. */
  forget(credentialId: string): void;
  /** Sets the counter back, as if the authenticator had been cloned. */
  setCounter(value: number): void;
}

const FLAGS = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40, ed: 0x80 } as const;

interface HeldCredential extends SoftCredential {
  readonly prfSecret: Uint8Array;
}

export function createSoftAuthenticator(options: SoftAuthenticatorOptions = {}): SoftAuthenticator {
  const algorithm = options.algorithm ?? 'ES256';
  const held: HeldCredential[] = (options.held ?? []).map((credential) => ({
    ...credential,
    prfSecret: randomBytes(32),
  }));
  let counter = options.counter ?? 0;

  function count(): number {
    return options.counter === undefined ? 0 : counter++;
  }

  function parts(rpId: string, flags: number): AuthDataParts {
    const backup =
      (options.isBackupEligible === true ? FLAGS.be : 0) |
      (options.isBackedUp === true ? FLAGS.bs : 0);
    return {
      rpIdHash: sha256(utf8(rpId)),
      flags: FLAGS.up | FLAGS.uv | backup | flags,
      counter: count(),
      aaguid: new Uint8Array(16),
      credentialId: new Uint8Array(),
      publicKey: new Uint8Array(),
      trailing: new Uint8Array(),
    };
  }

  return {
    credentials: held,
    forget(credentialId) {
      const index = held.findIndex(({ id }) => id === credentialId);
      if (index !== -1) held.splice(index, 1);
    },
    setCounter(value) {
      counter = value;
    },
    create({ challenge, rp, user }, ceremony) {
      const { edit = {} } = ceremony;
      const keys = generateKeys(algorithm);
      const rawId = randomBytes(options.credentialIdLength ?? 16);
      const id = toBase64url(rawId);
      const credential: HeldCredential = {
        id,
        rpId: rp.id,
        userHandle: user.id,
        ...keys,
        prfSecret: randomBytes(32),
      };
      held.push(credential);

      const data = parts(rp.id, FLAGS.at);
      data.credentialId = rawId;
      data.publicKey = new Map<number | string, Encodable>(keys.publicKey);
      edit.authData?.(data);
      const authData = joinAuthData(data);
      const clientData = makeClientData('webauthn.create', challenge, ceremony);
      const statement = new Map<number | string, Encodable>();
      if (ceremony.attestation === 'packed') {
        const signed = concatBytes(authData, sha256(clientData));
        statement.set('alg', algorithm === 'ES256' ? -7 : -257);
        statement.set('sig', new Uint8Array(sign('sha256', signed, keys.privateKey)));
      }
      const attestation: AttestationParts = {
        map: new Map<number | string, Encodable>([
          ['fmt', ceremony.attestation ?? 'none'],
          ['attStmt', statement],
          ['authData', authData],
        ]),
        trailing: new Uint8Array(),
      };
      edit.attestation?.(attestation);
      const object = concatBytes(encodeCbor(attestation.map), attestation.trailing);
      return {
        credential: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: toBase64url(clientData),
            attestationObject: toBase64url(object),
            transports: ['internal'],
          },
        },
        ...prfOf(credential, ceremony),
      };
    },
    get({ challenge, rpId, allowCredentials }, ceremony) {
      const { edit = {} } = ceremony;
      const allowed = allowCredentials.map(({ id }) => id);
      const credential = held.findLast(
        (one) => one.rpId === rpId && (allowed.length === 0 || allowed.includes(one.id)),
      );
      if (credential === undefined) throw new Error('NotAllowedError: no such credential here');
      const data = parts(rpId, 0);
      edit.authData?.(data);
      const authData = joinAuthData(data);
      const clientData = makeClientData('webauthn.get', challenge, ceremony);
      const base = concatBytes(authData, sha256(clientData));
      const signed = edit.signed?.(base) ?? base;
      const signature = new Uint8Array(sign('sha256', signed, credential.privateKey));
      return {
        credential: {
          id: credential.id,
          rawId: credential.id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: toBase64url(clientData),
            authenticatorData: toBase64url(authData),
            signature: toBase64url(edit.signature?.(signature) ?? signature),
            userHandle: credential.userHandle,
          },
        },
        ...prfOf(credential, ceremony),
      };
    },
  };
}

function joinAuthData(parts: AuthDataParts): Uint8Array<ArrayBuffer> {
  const { credentialId, publicKey } = parts;
  const idLength = parts.credentialIdLength ?? credentialId.length;
  const attested =
    credentialId.length === 0 && publicKey instanceof Uint8Array && publicKey.length === 0
      ? []
      : [
          parts.aaguid,
          Uint8Array.of(idLength >> 8, idLength & 0xff),
          credentialId,
          publicKey instanceof Uint8Array ? publicKey : encodeCbor(publicKey),
        ];
  return concatBytes(
    parts.rpIdHash,
    Uint8Array.of(parts.flags),
    u32(parts.counter),
    ...attested,
    parts.extensions ?? new Uint8Array(),
    parts.trailing,
  );
}

export function raw(...bytes: readonly number[]): RawCbor {
  return new RawCbor(Uint8Array.from(bytes));
}

function makeClientData(type: string, challenge: string, { origin, edit }: Ceremony): Uint8Array {
  const members = { type, challenge, origin, crossOrigin: false };
  const edited = edit?.clientData?.(members) ?? members;
  if (edited instanceof Uint8Array) return edited;
  return utf8(typeof edited === 'string' ? edited : JSON.stringify(edited));
}

function generateKeys(algorithm: 'ES256' | 'RS256') {
  if (algorithm === 'ES256') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const entries: [number, Encodable][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ];
    return { privateKey, publicKey: new Map(entries) };
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n } = publicKey.export({ format: 'jwk' });
  const entries: [number, Encodable][] = [
    [1, 3],
    [3, -257],
    [-1, coordinate(n)],
    [-2, Uint8Array.of(1, 0, 1)],
  ];
  return { privateKey, publicKey: new Map(entries) };
}

function coordinate(text: string | undefined): Uint8Array {
  const bytes = fromBase64url(text ?? '');
  if (bytes === undefined) throw new Error('not a JWK member');
  return bytes;
}

/** Returns WebAuthn's PRF extension: HMAC of the prefixed input with the credential's secret. */
function prfOf({ prfSecret }: HeldCredential, { prfInput }: Ceremony): { prf?: Uint8Array } {
  if (prfInput === undefined) return {};
  const input = typeof prfInput === 'string' ? utf8(prfInput) : prfInput;
  const salt = sha256(concatBytes(utf8('WebAuthn PRF'), Uint8Array.of(0), input));
  return { prf: new Uint8Array(createHmac('sha256', prfSecret).update(salt).digest()) };
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}
