import { keccak256 } from 'viem';

/** A header's `logsBloom` of these logs. */
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

/** The bits of one item, by their places from the right. */
function bitsOf(item: string): number[] {
  const hash = keccak256(item as `0x${string}`);
  return [2, 6, 10].map((at) => Number.parseInt(hash.slice(at, at + 4), 16) % 2048);
}
