/** Limits of a vault, apart from the schemas, which a page needn't load for them. */
export const MAX_PASSKEYS = 8;
export const MAX_WALLETS = 32;
