import type { Address, Hex } from 'viem';

/** A log as nodes return it, with the parts needed for decoding. */
export interface EventLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}
