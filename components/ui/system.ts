/** Operating systems whose passkeys differ. */
export type System = 'linux' | 'macos' | 'windows' | 'chromeos' | 'android' | 'other';

/** Returns the system that a browser's user agent string names. */
export function systemOf(userAgent: string): System {
  if (/Android/.test(userAgent)) return 'android';
  if (/CrOS/.test(userAgent)) return 'chromeos';
  if (/Windows/.test(userAgent)) return 'windows';
  if (/Macintosh/.test(userAgent)) return 'macos';
  return /Linux/.test(userAgent) ? 'linux' : 'other';
}
