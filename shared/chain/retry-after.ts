/** Maximum wait in milliseconds, even if a node asks for more. */
const MAX_MS = 120_000;

/**
 * Parses `Retry-After`: seconds or an HTTP date. Returns undefined when it is absent or invalid.
 */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  if (Number.isNaN(wait)) return undefined;
  return Math.min(Math.max(0, wait), MAX_MS);
}
