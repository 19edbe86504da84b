import type { Address } from 'viem';

/** The result of looking up a name that was typed as a receiver. */
export type NameFound =
  | { readonly kind: 'address'; readonly address: Address }
  /** The name isn't the primary name of an address. */
  | { readonly kind: 'unknown' }
  /** The name's chain has no name service, for example a test network. */
  | { readonly kind: 'noNameService'; readonly chainId: number }
  /** The name's chain isn't among the user's networks. */
  | { readonly kind: 'chainNotAdded'; readonly chainId: number };
