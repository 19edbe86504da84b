import { isCanonicalBase64url } from '../../../shared/wire/vault.ts';

/** Returns true for 32 bytes as canonical base64url. */
export function isCanonicalOpaqueId(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text) && isCanonicalBase64url(text);
}
