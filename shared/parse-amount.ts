/**
 * Parses a typed amount into base units; a point or a comma separates the decimals. Returns
 * `undefined` for anything else: signs, exponents, too many decimals, and ambiguous separators
 * ("1,000" in a language with decimal points). Doesn't round. Accepts as many digits as a
 * contract's number has (uint256: 78).
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

/** More decimals than any token or price has. */
const MANY_DECIMALS = 60;

/**
 * Returns true for a text that `parseAmount` reads, whatever its size and decimals. Otherwise say
 * how numbers are written, before other limits.
 */
export function isNumber(text: string, decimal: '.' | ','): boolean {
  return parseAmount(text, MANY_DECIMALS, decimal) !== undefined;
}
