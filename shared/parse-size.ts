/**
 * A typed size in base units: a point or a comma begins the decimals, and decimals beyond the token's
 * are cut off, so that a size is never larger than what was typed. `undefined` for anything else, also
 * for what groups thousands to some and begins decimals to others: "1,000" where decimals begin with a
 * point, "1.000" where they begin with a comma.
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
