import type { Address, Hex } from 'viem';

/** The parts of a node's log that are needed for decoding. */
export interface EventLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}
