import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { fromBase64url, toBase64url, wipe } from '../../shared/bytes.ts';
import type {
  CeremonyFailure,
  CeremonyReport,
  CeremonyStep,
  KeyNeed,
} from '../../shared/messages/ceremony.ts';
import { PRF_INPUT, passkeyKeyPair } from '../../shared/vault/prf.ts';

/** Bit "user verified" in the flags byte of authenticator data (WebAuthn level 3, section 6.1). */
const FLAG_UV = 0x04;
const FLAGS_AT = 32;
const AAGUID_AT = 37;

const FOCUS_WAIT_MS = 3000;

type Outcome =
  | Omit<Extract<CeremonyReport, { type: 'created' }>, 'number'>
  | Omit<Extract<CeremonyReport, { type: 'asserted' }>, 'number'>
  | { readonly type: 'failed'; readonly failure: CeremonyFailure };

/**
 * Runs one passkey prompt and reduces its result to the members of the interface. The PRF value
 * doesn't leave this function. Returns the unlock key derived from the PRF value (vault rules 1 and
 * 2).
 */
export async function runStep(step: CeremonyStep): Promise<Outcome> {
  if (!('PublicKeyCredential' in window)) return { type: 'failed', failure: 'unsupported' };
  await focused();
  try {
    return step.kind === 'create' ? await create(step) : await get(step);
  } catch (error) {
    return { type: 'failed', failure: failureOf(error) };
  }
}

/**
 * Returns true if this computer can store passkeys, or if the browser doesn't report whether it
 * can.
 */
export async function hasOwnPasskeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return true;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => true);
}

/** Tells the provider to drop a removed passkey (WebAuthn level 3, `signalUnknownCredential`). */
export async function forgetPasskey(passkey: {
  rpId: string;
  credentialId: string;
}): Promise<void> {
  const signal: unknown = Reflect.get(PublicKeyCredential, 'signalUnknownCredential');
  if (typeof signal !== 'function') return;
  try {
    const { rpId, credentialId } = passkey;
    // For the extension's own passkeys, the browser uses the extension's id as rpId.
    const known = isOwnRpId(rpId) ? location.hostname : rpId;
    await signal.call(PublicKeyCredential, { rpId: known, credentialId });
  } catch {
    // This call only tidies the user's list of passkeys. The vault doesn't depend on it.
  }
}

/**
 * Waits for focus for a limited time. Browsers refuse a prompt of a page without focus, and a new
 * window may not have focus yet. After the wait, the prompt is tried anyway. If the browser refuses
 * it, the page offers another try.
 */
function focused(): Promise<void> {
  if (document.hasFocus()) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('focus', () => resolve(), { once: true });
    setTimeout(resolve, FOCUS_WAIT_MS);
  });
}

async function create(step: Extract<CeremonyStep, { kind: 'create' }>): Promise<Outcome> {
  // The interface's `hints` are always an empty list, whose type the library doesn't accept.
  const { hints: _, ...options } = step.options;
  const created = await startRegistration({
    optionsJSON: {
      ...options,
      rp: isOwnRpId(options.rp.id) ? { name: options.rp.name } : options.rp,
      extensions: withPrf(options.extensions),
    },
  });
  const { response } = created;
  const data = fromBase64url(response.authenticatorData ?? '') ?? new Uint8Array();
  if (!isUserVerified(data)) return { type: 'failed', failure: 'noUserVerification' };
  const results = prfResults(created.clientExtensionResults);
  if (results.enabled === false) return { type: 'failed', failure: 'noPrf' };
  return {
    type: 'created',
    credential: {
      id: created.id,
      rawId: created.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.clientDataJSON,
        attestationObject: response.attestationObject,
        transports: (response.transports ?? []).slice(0, 8),
      },
    },
    aaguid: uuid(data.subarray(AAGUID_AT, AAGUID_AT + 16)),
    ...derivedKeys(step.key, results.first, {
      rpId: options.rp.id,
      accountId: options.user.id,
      credentialId: created.id,
    }),
  };
}

async function get(step: Extract<CeremonyStep, { kind: 'get' }>): Promise<Outcome> {
  const { options } = step;
  const { rpId, ...withoutRpId } = options;
  const asserted = await startAuthentication({
    optionsJSON: {
      ...(isOwnRpId(rpId) ? withoutRpId : options),
      extensions: withPrf({}),
    },
  });
  const { response } = asserted;
  const data = fromBase64url(response.authenticatorData) ?? new Uint8Array();
  if (!isUserVerified(data)) return { type: 'failed', failure: 'noUserVerification' };
  const userHandle = response.userHandle ?? null;
  const accountId = userHandle ?? step.accountId;
  const { first } = prfResults(asserted.clientExtensionResults);
  return {
    type: 'asserted',
    credential: {
      id: asserted.id,
      rawId: asserted.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
        userHandle,
      },
    },
    ...derivedKeys(step.key, first, {
      rpId,
      accountId,
      credentialId: asserted.id,
    }),
  };
}

/**
 * Returns true for the extension's own passkeys. Without an rpId, the browser uses the extension's
 * origin, so no website and no other extension can use these passkeys.
 */
function isOwnRpId(rpId: string): boolean {
  return rpId === location.origin;
}

/**
 * Returns the prompt's extensions with the PRF extension. The PRF's input is constant (vault rule
 * 1).
 */
function withPrf<Extensions extends object>(extensions: Extensions) {
  return { ...extensions, prf: { eval: { first: PRF_INPUT } } };
}

function prfResults(results: object): { enabled?: boolean; first?: Uint8Array } {
  if (!('prf' in results) || typeof results.prf !== 'object' || results.prf === null) {
    return { enabled: false };
  }
  const { prf } = results;
  const values = 'results' in prf ? prf.results : undefined;
  const first =
    typeof values === 'object' && values !== null && 'first' in values ? values.first : undefined;
  const bytes = first instanceof ArrayBuffer ? new Uint8Array(first) : undefined;
  return {
    ...('enabled' in prf ? { enabled: prf.enabled === true } : {}),
    ...(bytes === undefined ? {} : { first: bytes }),
  };
}

/**
 * Derives the passkey's key pair (vault rule 2), wipes the PRF value and the secret key, and
 * returns only the keys that the step needs.
 */
function derivedKeys(
  need: KeyNeed,
  prf: Uint8Array | undefined,
  passkey: { rpId: string; accountId: string | undefined; credentialId: string },
): { unlockKey: string | null; publicKey: string | null } {
  const { rpId, accountId, credentialId } = passkey;
  if (need === 'none' || prf?.length !== 32 || accountId === undefined) {
    wipe(prf);
    return { unlockKey: null, publicKey: null };
  }
  const bytes = (text: string) => fromBase64url(text) ?? new Uint8Array();
  const pair = passkeyKeyPair({
    prf,
    binding: { rpId, accountId: bytes(accountId) },
    credentialId: bytes(credentialId),
  });
  const keys = {
    unlockKey: need === 'secret' ? toBase64url(pair.secretKey) : null,
    publicKey: toBase64url(pair.publicKey),
  };
  wipe(prf, pair.secretKey);
  return keys;
}

function isUserVerified(authenticatorData: Uint8Array): boolean {
  return ((authenticatorData[FLAGS_AT] ?? 0) & FLAG_UV) !== 0;
}

function uuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function failureOf(error: unknown): CeremonyFailure {
  if (error instanceof WebAuthnError) {
    if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'alreadyRegistered';
    if (error.code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT') {
      return 'noUserVerification';
    }
    if (error.code === 'ERROR_INVALID_DOMAIN' || error.code === 'ERROR_INVALID_RP_ID') {
      return 'notAllowedHere';
    }
    if (error.code === 'ERROR_CEREMONY_ABORTED') return 'cancelled';
  }
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'SecurityError' ? 'notAllowedHere' : 'failed';
}
