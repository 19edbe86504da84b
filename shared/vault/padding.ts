import { concatBytes, u32 } from '../bytes.ts';
import { VaultError } from './errors.ts';

const KIB = 1024;

/**
 * Padded sizes in bytes, which the server may see (vault rule 5). The maximum keeps every commit
 * below 128 KiB.
 */
export const PADDED_SIZES: readonly number[] = [4, 8, 16, 32, 64, 72].map((size) => size * KIB);

/**
 * Pads to the next size: U32 length, content, zeros.
 * @throws VaultError TOO_LARGE above the maximum
 */
export function pad(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = PADDED_SIZES.find((candidate) => candidate >= content.length + 4);
  if (size === undefined) {
    throw new VaultError('TOO_LARGE', 'The vault holds more than fits into one snapshot.');
  }
  return concatBytes(u32(content.length), content, new Uint8Array(size - 4 - content.length));
}

/** Reverses `pad` strictly: known size, length in range, all padding bytes zero. */
export function unpad(padded: Uint8Array): Uint8Array {
  const length =
    padded.length < 4 ? -1 : new DataView(padded.buffer, padded.byteOffset).getUint32(0);
  const size = PADDED_SIZES.find((candidate) => candidate >= length + 4);
  if (length < 0 || size !== padded.length) throw corrupt();
  for (let i = 4 + length; i < padded.length; i++) if (padded[i] !== 0) throw corrupt();
  return padded.subarray(4, 4 + length);
}

function corrupt(): VaultError {
  return new VaultError('CORRUPT_PAYLOAD', 'The vault snapshot is damaged.');
}
