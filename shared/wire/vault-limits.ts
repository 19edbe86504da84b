/** Limits of a vault, in a file of their own so that pages needn't load the schemas. */
export const MAX_PASSKEYS = 8;
export const MAX_WALLETS = 32;
