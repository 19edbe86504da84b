import type { Address } from 'viem';

/** A contract beside the book that only tests and the devnet call. */
export const TWAP_CONSUMER_R12: Address = '0xE909fb38767e0ac5F7a347DF9Dd4222217E10816';
