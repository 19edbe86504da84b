import { toUnicode } from 'punycode/punycode.es6.js';

/**
 * A host as its owner wants it read, where that differs from how it is written (RFC 3492): letters of
 * other scripts can look like those of a known name. `undefined` when nothing differs.
 */
export function readableHost(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { hostname } = new URL(origin);
  try {
    const readable = toUnicode(hostname);
    return readable === hostname ? undefined : readable;
  } catch {
    // Not punycode after all; the origin itself stands above it.
    return undefined;
  }
}
