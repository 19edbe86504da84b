import { hash, verify } from 'node:crypto';
import {
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { concatBytes } from '../../../shared/bytes.ts';
import type { AssertionCredential } from '../../../shared/wire/vault.ts';
import { VaultServiceError } from '../errors.ts';
import { type AuthenticatorData, parseAuthenticatorData } from './authenticator-data.ts';
import { readWholeCbor } from './cbor.ts';
import { type ChallengeMatch, checkClientData } from './client-data.ts';
import { type CoseKey, importKey, parseCoseKey } from './cose-key.ts';
import { decodeBase64url } from './decode.ts';
import { ensure, Malformed } from './malformed.ts';
import { checkSignatureForm } from './signature.ts';

/** The credential's data from its registration. */
export interface RegisteredCredential {
  readonly id: string;
  readonly accountId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly isBackupEligible: boolean;
}

export interface AssertionCheck {
  readonly credential: AssertionCredential;
  readonly registered: RegisteredCredential;
  readonly isChallenge: ChallengeMatch;
  readonly origins: readonly string[];
  readonly rpId: string;
  /**
   * True for a login, which finds the account by the userHandle. Mutations may omit the userHandle.
   */
  readonly isUserHandleRequired: boolean;
}

/**
 * Verifies an assertion twice: first by our own strict parser without the signature, then by the
 * library with the signature. Returns the authenticator's new counter, which the caller stores by
 * compare-and-swap.
 * @throws VaultServiceError AUTH_FAILED or CHALLENGE_MISMATCH
 */
export async function verifyAssertion(check: AssertionCheck): Promise<{ counter: number }> {
  const { credential, registered } = check;
  const { response } = credential;
  try {
    ensure(credential.id === credential.rawId, 'id and rawId differ');
    ensure(credential.id === registered.id, 'another credential');
    const clientDataBytes = decodeBase64url(response.clientDataJSON);
    const clientData = checkClientData(clientDataBytes, {
      type: 'webauthn.get',
      isChallenge: check.isChallenge,
      origins: check.origins,
    });
    if (!clientData.isChallenge) throw new VaultServiceError('CHALLENGE_MISMATCH');
    if (response.userHandle !== null || check.isUserHandleRequired) {
      ensure(response.userHandle === registered.accountId, 'the userHandle of another account');
    }
    const data = decodeBase64url(response.authenticatorData);
    const own = parseAuthenticatorData(data, 'assertion', check.rpId);
    ensure(own.isBackupEligible === registered.isBackupEligible, 'backup eligibility changed');
    // A counter that is always 0 isn't supported by the authenticator, so it isn't compared
    // (WebAuthn section 7.2 step 22).
    const isCounting = own.counter !== 0 || registered.counter !== 0;
    ensure(!isCounting || own.counter > registered.counter, 'a counter that does not grow');
    const key = parseCoseKey(readWholeCbor(registered.publicKey));
    const signature = decodeBase64url(response.signature);
    checkSignatureForm(signature, key);

    const isVerified =
      clientData.tokenBinding === 'not-supported'
        ? verifyAlone(key, concatBytes(data, hash('sha256', clientDataBytes, 'buffer')), signature)
        : isSame(await askLibrary(check, clientData.challenge), own, registered);
    ensure(isVerified, 'the signature does not verify');
    return { counter: own.counter };
  } catch (cause) {
    // The library's errors aren't passed on, because their messages repeat challenges and origins.
    if (cause instanceof VaultServiceError) throw cause;
    throw new VaultServiceError('AUTH_FAILED', cause instanceof Malformed ? { cause } : {});
  }
}

function askLibrary(
  { credential, registered, origins, rpId }: AssertionCheck,
  challenge: string,
): Promise<VerifiedAuthenticationResponse> {
  return verifyAuthenticationResponse({
    response: {
      ...credential,
      clientExtensionResults: {},
      response: {
        clientDataJSON: credential.response.clientDataJSON,
        authenticatorData: credential.response.authenticatorData,
        signature: credential.response.signature,
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: [rpId],
    credential: {
      id: registered.id,
      publicKey: Uint8Array.from(registered.publicKey),
      counter: registered.counter,
    },
    requireUserVerification: true,
  });
}

function isSame(
  { verified, authenticationInfo }: VerifiedAuthenticationResponse,
  own: AuthenticatorData,
  registered: RegisteredCredential,
): boolean {
  return (
    verified &&
    authenticationInfo.credentialID === registered.id &&
    authenticationInfo.newCounter === own.counter &&
    authenticationInfo.credentialBackedUp === own.isBackedUp &&
    (authenticationInfo.credentialDeviceType === 'multiDevice') === own.isBackupEligible
  );
}

/**
 * Checks only the signature, because our own parser has checked everything else. The library
 * misspells the legacy `tokenBinding` status "not-supported", so it would reject clients that send
 * this status.
 */
function verifyAlone(key: CoseKey, signed: Uint8Array, signature: Uint8Array): boolean {
  return verify('sha256', signed, importKey(key), signature);
}
