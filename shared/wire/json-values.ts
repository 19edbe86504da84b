/** Checks of parsed JSON for feed parsers, which must be fast and tolerant. */

export function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/**
 * Returns an exact integer of at most 256 bits, from a safe integer or from decimal digits without
 * sign or blank. Undefined for a fraction, an exponent or a number above 2^53.
 */
export function uintOf(value: unknown): bigint | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  if (typeof value !== 'string' || !/^[0-9]{1,78}$/.test(value)) return undefined;
  const parsed = BigInt(value);
  return value.length < 78 || parsed >> 256n === 0n ? parsed : undefined;
}

/** Returns an integer under the rules of `uintOf`, up to 2^53. */
export function integerOf(value: unknown): number | undefined {
  const parsed = typeof value === 'number' ? value : Number(uintOf(value) ?? Number.NaN);
  return Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : undefined;
}
