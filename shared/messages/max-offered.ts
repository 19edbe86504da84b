/** Maximum number of accounts of each derivation path that an import offers. */
export const MAX_OFFERED = 20;
