/** Returns the quotient rounded towards minus infinity; `/` on bigints truncates towards zero. */
export function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const isExact = quotient * denominator === numerator;
  return isExact || numerator < 0n === denominator < 0n ? quotient : quotient - 1n;
}
