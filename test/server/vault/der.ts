import { concatBytes } from '../../../shared/bytes.ts';

/** Order n of the P-256 group. Both s and n − s result in a valid signature. */
export const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Returns the two integers of an ECDSA signature. */
export function der(bytes: Uint8Array): { r: bigint; sValue: bigint } {
  const lengthOfR = bytes[3] ?? 0;
  const value = (part: Uint8Array) => BigInt(`0x${Buffer.from(part).toString('hex')}`);
  return { r: value(bytes.slice(4, 4 + lengthOfR)), sValue: value(bytes.slice(6 + lengthOfR)) };
}

/** Returns a number as 32 bytes. */
export function word(value: bigint): Uint8Array {
  return new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
}

/** Returns the content of a DER integer in its shortest form. */
export function integer(value: bigint): Uint8Array {
  const bytes = word(value);
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.slice(first);
  return (digits[0] ?? 0) >= 0x80 ? concatBytes(Uint8Array.of(0), digits) : digits;
}

export function sequence(...integers: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(
    ...integers.flatMap((bytes) => [Uint8Array.of(0x02, bytes.length), bytes]),
  );
  return concatBytes(Uint8Array.of(0x30, content.length), content);
}
