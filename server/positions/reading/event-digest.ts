import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToNumber, stringToBytes } from 'viem';
import { type Log, logKey } from '../../../shared/chain/logs/log.ts';

const COUNTS = 1_024;
/** Number of possible hashes. The other bits of the column's 31 bits hold the number of logs. */
const HASHES = 2 ** 21;

/** Returns a digest of a block's logs and of their number: 31 bits, never 0. */
export function eventDigest(logs: readonly Log[]): number {
  const hash = keccak_256(stringToBytes(logs.map(logKey).join()));
  return (bytesToNumber(hash.subarray(0, 3)) % HASHES) * COUNTS + Math.min(logs.length, COUNTS - 1);
}

export function countOf(digest: number): number {
  return digest % COUNTS;
}
