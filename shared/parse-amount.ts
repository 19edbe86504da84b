/**
 * Parses an entered amount into base units. A point or a comma separates the decimals. Returns
 * `undefined` for other texts: signs, exponents, too many decimals, and ambiguous separators
 * ("1,000" in a language with decimal points). Doesn't round. Accepts up to 78 digits (uint256).
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
 * Returns true for a text that `parseAmount` can read, whatever its size and decimals. If this
 * returns false, the user needs an explanation of how numbers are written.
 */
export function isNumber(text: string, decimal: '.' | ','): boolean {
  return parseAmount(text, MANY_DECIMALS, decimal) !== undefined;
}
