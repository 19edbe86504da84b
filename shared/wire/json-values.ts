/** Hand checks on parsed JSON, for readers of feeds that must be fast and tolerant. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/**
 * An exact integer of at most 256 bits, from a safe integer or from decimal digits without sign or
 * blank. A fraction, an exponent or a number beyond 2^53 gives undefined.
 */
export function uintOf(value: unknown): bigint | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  if (typeof value !== 'string' || !/^[0-9]{1,78}$/.test(value)) return undefined;
  const parsed = BigInt(value);
  return value.length < 78 || parsed >> 256n === 0n ? parsed : undefined;
}

/** Like `uintOf`, up to 2^53. */
export function integerOf(value: unknown): number | undefined {
  const parsed = typeof value === 'number' ? value : Number(uintOf(value) ?? Number.NaN);
  return Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : undefined;
}
