/**
 * Parses an entered size into base units. A point or a comma separates the decimals. Cuts off
 * decimals beyond the token's, so that the result never exceeds the entered size. Returns
 * `undefined` for other texts, including ambiguous separators: "1,000" in a language with decimal
 * points, "1.000" in a language with decimal commas.
 */
export function parseSize(
  text: string,
  decimals: number,
  decimal: '.' | ',' = '.',
): bigint | undefined {
  const typed = text.trim();
  const match = /^(\d{0,30})(?:([.,])(\d{0,60}))?$/.exec(typed);
  const [, whole = '', mark = decimal, fraction = ''] = match ?? [];
  if (match === null || whole + fraction === '') return undefined;
  if (mark !== decimal && /^[1-9]\d{0,2}.\d{3}$/.test(typed)) return undefined;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}
