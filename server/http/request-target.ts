/** Scheme and authority of an absolute-form target (RFC 9112 section 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * Returns a request target in origin form, `/path?query`. A server also accepts the absolute form,
 * and ignores the form's host as it ignores the `Host` header. Returns other forms unchanged.
 */
export function originForm(target: string): string {
  const absolute = ABSOLUTE.exec(target);
  if (absolute === null) return target;
  const rest = target.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns the host and port that a request names; an absolute target takes precedence. */
export function requestedHost(target: string, hostHeader: string | undefined): string {
  return ABSOLUTE.exec(target)?.[1] ?? hostHeader ?? '';
}

/** Returns the decoded path of a target in origin form, as a router reads it. */
export function decodedPath(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    // No router finds a route for a path that can't be decoded.
    return path;
  }
}
