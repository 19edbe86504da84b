/**
 * A typed size in base units: a point or a comma begins the decimals, and decimals beyond the token's
 * are cut off, so that a size is never larger than what was typed. `undefined` for anything else, also
 * for "1,000", which is a thousand to some and one to others.
 */
export function parseSize(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{0,30})(?:[.,](\d{0,60}))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (match === null || whole + fraction === '') return undefined;
  if (/^[1-9]\d{0,2},\d{3}$/.test(text.trim())) return undefined;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}
