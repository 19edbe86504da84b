/** Maximum decimals of a token whose amounts are shown. */
export const MAX_TOKEN_DECIMALS = 36;

/** The contract found at an address that the user wants to watch as a token. */
export type TokenLookup =
  | {
      readonly kind: 'token';
      /** Symbol and name that the contract reports. A contract can use any name. */
      readonly name?: string;
      readonly symbol: string;
      readonly decimals: number;
    }
  /** `shown`: the wallet already shows the token, because it is built in or watched. */
  | { readonly kind: 'shown' | 'noContract' | 'noToken' | 'badSymbol' | 'badDecimals' };
