import { toUnicode } from 'punycode/punycode.es6.js';

/**
 * Returns the decoded form of a host if it differs from the host (RFC 3492), because letters of
 * other scripts can look like those of a known name. Otherwise `undefined`.
 */
export function readableHost(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { hostname } = new URL(origin);
  try {
    const readable = toUnicode(hostname);
    return readable === hostname ? undefined : readable;
  } catch {
    // The host isn't valid punycode; the origin itself is shown above.
    return undefined;
  }
}
