import type { Address, Hex } from 'viem';

/** A log as nodes answer it, with the parts that decoding needs. */
export interface EventLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}
