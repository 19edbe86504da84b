import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToNumber, stringToBytes } from 'viem';
import { type Log, logKey } from '../../../shared/chain/logs/log.ts';

const COUNTS = 1_024;
/** Number of hashes, because the column has 31 bits. */
const HASHES = 2 ** 21;

/** Returns a digest of a block's logs and their number: 31 bits, never 0. */
export function eventDigest(logs: readonly Log[]): number {
  const hash = keccak_256(stringToBytes(logs.map(logKey).join()));
  return (bytesToNumber(hash.subarray(0, 3)) % HASHES) * COUNTS + Math.min(logs.length, COUNTS - 1);
}

export function countOf(digest: number): number {
  return digest % COUNTS;
}
