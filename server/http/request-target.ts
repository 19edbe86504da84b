/** Scheme and authority of an absolute-form target (RFC 9112 section 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * Returns a request target in origin form, `/path?query`: a server accepts the absolute form too, and
 * ignores its host, as it does the `Host` header. Other forms stay as they are.
 */
export function originForm(target: string): string {
  const absolute = ABSOLUTE.exec(target);
  if (absolute === null) return target;
  const rest = target.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns the host and port that a request names; those of an absolute target take precedence. */
export function requestedHost(target: string, hostHeader: string | undefined): string {
  return ABSOLUTE.exec(target)?.[1] ?? hostHeader ?? '';
}

/** Returns the path of a target in origin form as a router reads it: without query, decoded. */
export function decodedPath(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    // No router finds a route for it.
    return path;
  }
}
