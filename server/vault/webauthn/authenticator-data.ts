import { hash } from 'node:crypto';
import { equalBytes } from '../../../shared/bytes.ts';
import { readCbor } from './cbor.ts';
import { type CoseKey, parseCoseKey } from './cose-key.ts';
import { ensure } from './malformed.ts';

export interface AuthenticatorData {
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly counter: number;
  readonly attested?: {
    readonly credentialId: Uint8Array;
    /** The COSE key, byte for byte as the client sent it. */
    readonly publicKey: Uint8Array;
    readonly key: CoseKey;
  };
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const ATTESTED = 0x40;
const EXTENSIONS = 0x80;

/**
 * Parses authenticator data (WebAuthn section 6.1). Requires this relying party, user presence and
 * verification, a backup only if eligible, attested data only in a registration, and no trailing
 * bytes. Ignores reserved flags, as the standard requires.
 * @throws Malformed
 */
export function parseAuthenticatorData(
  bytes: Uint8Array,
  ceremony: 'registration' | 'assertion',
  rpId: string,
): AuthenticatorData {
  ensure(bytes.length >= 37, 'authenticator data shorter than 37 bytes');
  const isOurs = equalBytes(bytes.subarray(0, 32), hash('sha256', rpId, 'buffer'));
  ensure(isOurs, 'another relying party');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const flags = view.getUint8(32);
  ensure((flags & USER_PRESENT) !== 0, 'user not present');
  ensure((flags & USER_VERIFIED) !== 0, 'user not verified');
  const isBackupEligible = (flags & BACKUP_ELIGIBLE) !== 0;
  const isBackedUp = (flags & BACKED_UP) !== 0;
  ensure(isBackupEligible || !isBackedUp, 'a backup of what cannot be backed up');
  const isAttested = (flags & ATTESTED) !== 0;
  ensure(isAttested === (ceremony === 'registration'), 'attested data in the wrong ceremony');

  let at = 37;
  let attested: AuthenticatorData['attested'];
  if (isAttested) {
    ensure(bytes.length >= 55, 'attested data cut off');
    const idLength = view.getUint16(53);
    ensure(idLength >= 16 && idLength <= 1023, 'a credential id outside 16 to 1023 bytes');
    const keyStart = 55 + idLength;
    ensure(keyStart < bytes.length, 'credential id cut off');
    const { value, end } = readCbor(bytes, keyStart);
    attested = {
      credentialId: bytes.subarray(55, keyStart),
      publicKey: bytes.subarray(keyStart, end),
      key: parseCoseKey(value),
    };
    at = end;
  }
  if ((flags & EXTENSIONS) !== 0) {
    const { value, end } = readCbor(bytes, at);
    ensure(value instanceof Map, 'extension data that is not a map');
    at = end;
  }
  ensure(at === bytes.length, 'bytes after the authenticator data');
  return {
    isBackupEligible,
    isBackedUp,
    counter: view.getUint32(33),
    ...(attested === undefined ? {} : { attested }),
  };
}
