import type { Address } from 'viem';

/** The result of looking up a name that was typed as a receiver. */
export type NameFound =
  | { readonly kind: 'address'; readonly address: Address }
  /** No address has the name as its primary name. */
  | { readonly kind: 'unknown' }
  /** The name's chain has no name service, like a test network. */
  | { readonly kind: 'noNameService'; readonly chainId: number }
  /** The name's chain isn't among the user's networks. */
  | { readonly kind: 'chainNotAdded'; readonly chainId: number };
