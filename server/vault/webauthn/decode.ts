import { ensure } from './malformed.ts';

/**
 * Decodes canonical base64url, so that no two texts give the same bytes.
 * @throws Malformed
 */
export function decodeBase64url(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url');
  ensure(bytes.toString('base64url') === text, 'not canonical base64url');
  return bytes;
}
