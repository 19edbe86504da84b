import { toUnicode } from 'punycode/punycode.es6.js';

/**
 * Returns the decoded form of a host where it differs from its spelling (RFC 3492): letters of
 * other scripts can look like those of a known name. `undefined` when it doesn't differ.
 */
export function readableHost(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { hostname } = new URL(origin);
  try {
    const readable = toUnicode(hostname);
    return readable === hostname ? undefined : readable;
  } catch {
    // It isn't punycode; the origin itself is shown above.
    return undefined;
  }
}
