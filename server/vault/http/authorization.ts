import { isCanonicalOpaqueId } from './opaque-id.ts';

/**
 * Returns the token of an `Authorization: Bearer <OpaqueId>` header; undefined for other forms. The
 * scheme is case-insensitive (RFC 9110).
 */
export function bearerToken(header: string): string | undefined {
  const token = /^bearer +([^ ]+)$/i.exec(header)?.[1];
  return token !== undefined && isCanonicalOpaqueId(token) ? token : undefined;
}

/**
 * Returns true if a header was sent more than once. Node's parsed headers drop some repetitions.
 */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name) count++;
  }
  return count > 1;
}
