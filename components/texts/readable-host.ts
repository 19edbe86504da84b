import { toUnicode } from 'punycode/punycode.es6.js';

/**
 * Returns the decoded form of a punycode host (RFC 3492), or `undefined` if it doesn't differ from
 * the host. Letters of other scripts can look like the letters of a known name.
 */
export function readableHost(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { hostname } = new URL(origin);
  try {
    const readable = toUnicode(hostname);
    return readable === hostname ? undefined : readable;
  } catch {
    // The host isn't valid punycode. The page shows the origin itself in any case.
    return undefined;
  }
}
