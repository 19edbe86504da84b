/**
 * A typed amount in base units; `undefined` for anything that is none: signs, exponents, commas (which group for some and part for others), or
 * more decimals than the token has. Nothing is rounded.
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{0,60})(?:\.(\d*))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (match === null || whole + fraction === '' || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
