import { createHmac, timingSafeEqual } from 'node:crypto';
import { concatBytes, lengthPrefixed, u64 } from '../../shared/bytes.ts';

const MINUTE_MS = 60_000;

/**
 * Returns a pass, with which `npm run doctor` asks a running service how a request arrived. Only a
 * program that can read the database can make a pass. A pass is valid for about a minute.
 */
export function doctorPass(key: Uint8Array, now: number): string {
  return macOf(key, Math.floor(now / MINUTE_MS)).toString('base64url');
}

/** Returns true for a pass of this minute, the previous minute or the next minute. */
export function isDoctorPass(key: Uint8Array, pass: string, now: number): boolean {
  const minute = Math.floor(now / MINUTE_MS);
  const bytes = Buffer.from(pass, 'base64url');
  return [minute - 1, minute, minute + 1].some((one) => {
    const mac = macOf(key, one);
    return bytes.length === mac.length && timingSafeEqual(bytes, mac);
  });
}

function macOf(key: Uint8Array, minute: number): Buffer {
  return createHmac('sha256', key)
    .update(concatBytes(lengthPrefixed('condor/v1/doctor'), u64(minute)))
    .digest();
}
