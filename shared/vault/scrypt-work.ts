/**
 * Maximum work that a file may require, as N·r·p: that of Ethereum's keystores (N = 2^18, r = 8, p
 * = 1), about a second in the worker. The library's asynchronous form doesn't let other tasks run
 * in between, so the work itself is limited.
 */
const MAX_WORK = 2 ** 21;

/** Returns true for valid scrypt parameters (RFC 7914) that don't block the worker for long. */
export function isAffordableScrypt({ N, r, p }: { N: number; r: number; p: number }): boolean {
  const isPowerOfTwo = N >= 2 && Number.isInteger(Math.log2(N));
  return isPowerOfTwo && N * r * p <= MAX_WORK;
}
