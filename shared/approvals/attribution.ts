import { type Hex, hexToString } from 'viem';

/** Marker at the end of calldata with an attribution. */
const MARKER = '80218021802180218021802180218021';
/** Number of hex digits of the marker, the schema and the length of the codes. */
const END_DIGITS = MARKER.length + 4;
const REGISTRY_DIGITS = 40;
/** Codes in the form that registries use. Other codes aren't shown to the user. */
const CODES = /^[a-z0-9_.-]{1,32}(?:,[a-z0-9_.-]{1,32})*$/i;

export interface AttributedData {
  /** The calldata before the attribution; `0x` when there is no call. */
  readonly data: Hex;
  readonly suffix: Hex;
  /** Codes of the parties that the site names, such as `bc_wallet`. */
  readonly codes: readonly string[];
}

/**
 * Cuts an attribution (ERC-8021) off the end of lower-case calldata: `codes ‖ length of codes ‖
 * schema ‖ marker`. Schema 1 has a registry before the codes: `address ‖ chain id ‖ length of chain
 * id`. Returns undefined for calldata without an attribution.
 */
export function cutAttribution(data: Hex): AttributedData | undefined {
  if (!data.endsWith(MARKER)) return undefined;
  const schema = byteAt(data, data.length - MARKER.length - 2);
  const size = byteAt(data, data.length - END_DIGITS);
  if (schema === undefined || schema > 1 || size === undefined) return undefined;
  const codesAt = data.length - END_DIGITS - 2 * size;
  const start = schema === 0 ? codesAt : registryAt(data, codesAt);
  if (start === undefined || start < '0x'.length || codesAt < start) return undefined;
  const codes = hexToString(`0x${data.slice(codesAt, data.length - END_DIGITS)}`);
  if (!CODES.test(codes)) return undefined;
  return {
    data: data.slice(0, start) as Hex,
    suffix: `0x${data.slice(start)}`,
    codes: codes.split(','),
  };
}

function registryAt(data: Hex, end: number): number | undefined {
  const size = byteAt(data, end - 2);
  return size === undefined || size === 0 ? undefined : end - 2 - 2 * size - REGISTRY_DIGITS;
}

/** Returns the byte whose first digit is at `at`. */
function byteAt(data: Hex, at: number): number | undefined {
  return at < '0x'.length ? undefined : Number.parseInt(data.slice(at, at + 2), 16);
}
