import type { Address } from 'viem';

/** Contracts around the book that only tests and the devnet call. */
export const FACTORY_R12: Address = '0x8118daD971dEbffB49B9280047659174128A8B94';
export const TWAP_CONSUMER_R12: Address = '0xE909fb38767e0ac5F7a347DF9Dd4222217E10816';
