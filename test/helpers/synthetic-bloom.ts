import { keccak_256 } from '@noble/hashes/sha3';

/** Returns a header's `logsBloom` of these logs. */
export function syntheticBloom(
  logs: readonly { readonly address: string; readonly topics: readonly string[] }[],
): string {
  const bytes = new Uint8Array(256);
  const items = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]));
  for (const item of items)
    for (const bit of bitsOf(item)) {
      const at = 255 - Math.floor(bit / 8);
      bytes[at] = (bytes[at] ?? 0) | (1 << (bit % 8));
    }
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** Returns the bits of one item, by their positions from the right. */
function bitsOf(item: string): number[] {
  const hash = Buffer.from(keccak_256(Buffer.from(item.slice(2), 'hex')));
  return [0, 2, 4].map((at) => hash.readUInt16BE(at) % 2048);
}
