import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, fromBase64url, fromUtf8, utf8 } from '../../../../shared/bytes.ts';
import { parseAs, parseJson } from '../../../../shared/parse.ts';
import * as Type from '../../../../shared/schema.ts';
import type { AssertionCredential, RegistrationCredential } from '../../../../shared/wire/vault.ts';
import { ServiceError } from './errors.ts';

const ClientData = Type.Object({
  type: Type.String(),
  challenge: Type.String(),
  origin: Type.String(),
  crossOrigin: Type.Optional(Type.Boolean()),
});

/** Bits "user present" and "user verified" (WebAuthn level 3, section 6.1). */
const PRESENT_AND_VERIFIED = 0x05;

interface Expected {
  readonly challenge: string;
  /** Equals the origin of our pages: `chrome-extension://ID`. */
  readonly rpId: string;
}

/** Throws AUTH_FAILED unless our own page created the passkey for this challenge. */
export function ensureOwnCreation(credential: RegistrationCredential, expected: Expected): void {
  ensureClientData(credential.response.clientDataJSON, 'webauthn.create', expected);
}

/**
 * Throws AUTH_FAILED unless a passkey of the extension answered this challenge on our own page with
 * the user verified. The signature isn't checked, because the PRF value proves the passkey.
 */
export function ensureOwnAssertion(credential: AssertionCredential, expected: Expected): void {
  ensureClientData(credential.response.clientDataJSON, 'webauthn.get', expected);
  const data = fromBase64url(credential.response.authenticatorData) ?? new Uint8Array();
  const isOwn = equalBytes(data.subarray(0, 32), sha256(utf8(expected.rpId)));
  const flags = (data[32] ?? 0) & PRESENT_AND_VERIFIED;
  if (!isOwn || flags !== PRESENT_AND_VERIFIED) throw failed();
}

function ensureClientData(text: string, type: string, { challenge, rpId }: Expected): void {
  const data = parseAs(ClientData, parseJson(fromUtf8(fromBase64url(text) ?? new Uint8Array())));
  const isOwn =
    data?.type === type &&
    data.challenge === challenge &&
    data.origin === rpId &&
    data.crossOrigin !== true;
  if (!isOwn) throw failed();
}

function failed(): ServiceError {
  return new ServiceError('AUTH_FAILED');
}
