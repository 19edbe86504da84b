import { createHash } from 'node:crypto';
import { VaultServiceError } from '../../../server/vault/errors.ts';
import {
  type RegisteredCredential,
  verifyAssertion,
} from '../../../server/vault/webauthn/assertion.ts';
import { Malformed } from '../../../server/vault/webauthn/malformed.ts';
import { verifyRegistration } from '../../../server/vault/webauthn/registration.ts';
import { equalBytes, fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import type {
  AssertionOptions,
  DiscoverableAssertionCredential,
  RegistrationCredential,
  RegistrationOptions,
} from '../../../shared/wire/vault.ts';
import {
  type CeremonyEdit,
  createSoftAuthenticator,
  type SoftAuthenticatorOptions,
} from '../../helpers/soft-authenticator.ts';

export const RP_ID = 'vault.example.com';
export const ORIGIN = 'https://vault.example.com';
/** A challenge whose base64url contains the two characters that differ from base64. */
export const CHALLENGE = new Uint8Array(32).fill(0xfb);
const ACCOUNT = toBase64url(new Uint8Array(32).fill(1));

export const registrationOptions: RegistrationOptions = {
  challenge: toBase64url(CHALLENGE),
  rp: { name: 'Example', id: RP_ID },
  user: { id: ACCOUNT, name: 'a', displayName: 'a' },
  pubKeyCredParams: [
    { type: 'public-key', alg: -7 },
    { type: 'public-key', alg: -257 },
  ],
  timeout: 60_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    userVerification: 'required',
    requireResidentKey: true,
  },
  extensions: { credProps: true },
  hints: [],
};

export const assertionOptions: AssertionOptions = {
  challenge: toBase64url(CHALLENGE),
  rpId: RP_ID,
  userVerification: 'required',
  timeout: 60_000,
  allowCredentials: [],
};

const isChallenge = (bytes: Uint8Array) => equalBytes(bytes, CHALLENGE);

export interface RegistrationCase {
  readonly authenticator?: SoftAuthenticatorOptions;
  readonly attestation?: 'none' | 'packed';
  readonly edit?: CeremonyEdit;
  /** Changes the output of the client after the ceremony. */
  json?(credential: RegistrationCredential): RegistrationCredential;
}

/**
 * `result` is `accepted` or the rejection's code. `reason` is defined only if Condor's parser
 * rejected.
 */
export interface Outcome {
  readonly result: string;
  readonly reason?: string;
}

export async function runRegistration(test: RegistrationCase): Promise<Outcome> {
  const { credential } = createSoftAuthenticator(test.authenticator).create(registrationOptions, {
    origin: ORIGIN,
    ...(test.attestation === undefined ? {} : { attestation: test.attestation }),
    ...(test.edit === undefined ? {} : { edit: test.edit }),
  });
  return outcome(
    verifyRegistration({
      credential: test.json?.(credential) ?? credential,
      isChallenge,
      origins: [ORIGIN],
      rpId: RP_ID,
    }),
  );
}

export interface AssertionCase {
  readonly authenticator?: SoftAuthenticatorOptions;
  readonly edit?: CeremonyEdit;
  /** Changes the stored credential. */
  stored?(registered: RegisteredCredential): RegisteredCredential;
  json?(
    credential: DiscoverableAssertionCredential,
  ): Parameters<typeof verifyAssertion>[0]['credential'];
  readonly isUserHandleRequired?: boolean;
}

/** Verifies one assertion of a registered authenticator. */
export async function runAssertion(test: AssertionCase): Promise<Outcome> {
  const { registered, credential } = await assertionOf(test);
  return outcome(
    verifyAssertion({
      credential: test.json?.(credential) ?? credential,
      registered: test.stored?.(registered) ?? registered,
      isChallenge,
      origins: [ORIGIN],
      rpId: RP_ID,
      isUserHandleRequired: test.isUserHandleRequired ?? true,
    }),
  );
}

/** Returns a registered credential and an assertion of it. */
export async function assertionOf({ authenticator: options, edit }: AssertionCase) {
  const authenticator = createSoftAuthenticator(options);
  const made = authenticator.create(registrationOptions, { origin: ORIGIN });
  const verified = await verifyRegistration({
    credential: made.credential,
    isChallenge,
    origins: [ORIGIN],
    rpId: RP_ID,
  });
  const registered: RegisteredCredential = {
    id: verified.credentialId,
    accountId: ACCOUNT,
    publicKey: verified.publicKey,
    counter: verified.counter,
    isBackupEligible: verified.isBackupEligible,
  };
  const { credential } = authenticator.get(assertionOptions, {
    origin: ORIGIN,
    ...(edit === undefined ? {} : { edit }),
  });
  return { registered, credential };
}

export function withResponse<C extends { readonly response: object }>(
  credential: C,
  change: Partial<C['response']>,
): C {
  return { ...credential, response: { ...credential.response, ...change } };
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64url(text);
  if (bytes === undefined) throw new Error('not base64url');
  return bytes;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

async function outcome(verification: Promise<unknown>): Promise<Outcome> {
  try {
    await verification;
    return { result: 'accepted' };
  } catch (error) {
    if (!(error instanceof VaultServiceError)) throw error;
    return {
      result: error.code,
      ...(error.cause instanceof Malformed ? { reason: error.cause.message } : {}),
    };
  }
}
