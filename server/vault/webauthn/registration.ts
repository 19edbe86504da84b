import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { equalBytes, toBase64url } from '../../../shared/bytes.ts';
import type { RegistrationCredential } from '../../../shared/wire/vault.ts';
import { VaultServiceError } from '../errors.ts';
import { parseAuthenticatorData } from './authenticator-data.ts';
import { type CborValue, mapWith, readWholeCbor } from './cbor.ts';
import { type ChallengeMatch, checkClientData } from './client-data.ts';
import { type CoseKey, ES256, importKey, RS256 } from './cose-key.ts';
import { decodeBase64url } from './decode.ts';
import { ensure, Malformed } from './malformed.ts';
import { checkSignatureForm } from './signature.ts';

export interface VerifiedRegistration {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly isBackupEligible: boolean;
}

export interface RegistrationCheck {
  readonly credential: RegistrationCredential;
  readonly isChallenge: ChallengeMatch;
  readonly origins: readonly string[];
  readonly rpId: string;
}

/**
 * Verifies a registration ceremony twice: strictly by our own parser, then by the library. Parser
 * and library must find the same credential id, key and counter.
 * @throws VaultServiceError AUTH_FAILED or CHALLENGE_MISMATCH
 */
export async function verifyRegistration(check: RegistrationCheck): Promise<VerifiedRegistration> {
  const { credential, rpId } = check;
  try {
    ensure(credential.id === credential.rawId, 'id and rawId differ');
    const clientData = checkClientData(decodeBase64url(credential.response.clientDataJSON), {
      type: 'webauthn.create',
      isChallenge: check.isChallenge,
      origins: check.origins,
    });
    if (!clientData.isChallenge) throw new VaultServiceError('CHALLENGE_MISMATCH');
    const own = readAttestation(decodeBase64url(credential.response.attestationObject), rpId);
    ensure(own.credentialId === credential.id, 'another credential id than the attested one');

    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: credential.response.clientDataJSON,
          attestationObject: credential.response.attestationObject,
        },
      },
      expectedChallenge: clientData.challenge,
      expectedOrigin: [...check.origins],
      expectedRPID: [rpId],
      requireUserPresence: true,
      requireUserVerification: true,
      supportedAlgorithmIDs: [ES256, RS256],
    });
    ensure(verified && registrationInfo !== undefined, 'the library refuses');
    const theirs = registrationInfo.credential;
    ensure(
      theirs.id === own.credentialId &&
        theirs.counter === own.counter &&
        equalBytes(theirs.publicKey, own.publicKey) &&
        (registrationInfo.credentialDeviceType === 'multiDevice') === own.isBackupEligible,
      'the library reads something else',
    );
    return own;
  } catch (cause) {
    // The library's errors aren't passed on, because their messages repeat challenges and origins.
    if (cause instanceof VaultServiceError) throw cause;
    throw new VaultServiceError('AUTH_FAILED', cause instanceof Malformed ? { cause } : {});
  }
}

function readAttestation(bytes: Uint8Array, rpId: string): VerifiedRegistration {
  const object = mapWith(readWholeCbor(bytes), ['fmt', 'attStmt', 'authData']);
  const authData = object.get('authData');
  ensure(authData instanceof Uint8Array, 'authData that is not bytes');
  const parsed = parseAuthenticatorData(authData, 'registration', rpId);
  const { attested } = parsed;
  ensure(attested !== undefined, 'no attested data');
  importKey(attested.key);
  checkStatement(object.get('fmt'), object.get('attStmt'), attested.key);
  return {
    credentialId: toBase64url(attested.credentialId),
    publicKey: Uint8Array.from(attested.publicKey),
    counter: parsed.counter,
    isBackupEligible: parsed.isBackupEligible,
  };
}

/**
 * Checks the attestation statement. Options request no attestation, so clients send `none`, or a
 * self-attestation (`packed` without a certificate), whose signature the library checks.
 */
function checkStatement(
  format: CborValue | undefined,
  statement: CborValue | undefined,
  key: CoseKey,
): void {
  if (format === 'none') {
    mapWith(statement, []);
    return;
  }
  ensure(format === 'packed', 'an attestation format that was not asked for');
  const packed = mapWith(statement, ['alg', 'sig']);
  ensure(packed.get('alg') === key.algorithm, 'a self-attestation by another algorithm');
  const signature = packed.get('sig');
  ensure(signature instanceof Uint8Array, 'a signature that is not bytes');
  checkSignatureForm(signature, key);
}
