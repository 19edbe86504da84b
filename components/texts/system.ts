/** Operating systems that differ in the passkeys they offer. */
export type System = 'linux' | 'macos' | 'windows' | 'chromeos' | 'android' | 'other';

/** Returns true for Firefox. In Firefox, password managers don't offer passkeys. */
export function isFirefox(userAgent: string): boolean {
  return /Firefox\//.test(userAgent);
}

/** Returns the system that a browser's user agent string names. */
export function systemOf(userAgent: string): System {
  if (/Android/.test(userAgent)) return 'android';
  if (/CrOS/.test(userAgent)) return 'chromeos';
  if (/Windows/.test(userAgent)) return 'windows';
  if (/Macintosh/.test(userAgent)) return 'macos';
  return /Linux/.test(userAgent) ? 'linux' : 'other';
}
