/**
 * A typed amount in base units; a point or a comma begins the decimals. `undefined` for anything that
 * is none: signs, exponents, more decimals than the token has, and what groups thousands to some and
 * begins decimals to others ("1,000" where decimals begin with a point). Nothing is rounded.
 * As many digits as a contract's number can have (uint256: 78).
 */
export function parseAmount(
  text: string,
  decimals: number,
  decimal: '.' | ',' = '.',
): bigint | undefined {
  const typed = text.trim();
  const match = /^(\d{0,78})(?:([.,])(\d*))?$/.exec(typed);
  const [, whole = '', mark = decimal, fraction = ''] = match ?? [];
  if (mark !== decimal && /^[1-9]\d{0,2}.\d{3}$/.test(typed)) return undefined;
  if (match === null || whole + fraction === '' || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
