/** Why an asset moves, or what is to be known about it. */
export type MoveNote =
  | {
      readonly code:
        | 'with the call'
        | 'premium'
        | 'locked'
        | 'net premium'
        | 'new option'
        | 'unknown token';
    }
  /** A token that calls itself like a known one. */
  | { readonly code: 'imitates'; readonly symbol: string }
  /** Only the difference of what leaves and arrives; both in base units of the same asset. */
  | {
      readonly code: 'net';
      readonly leaves: string;
      readonly why: MoveNote;
      readonly arrives: string;
      readonly whence: MoveNote;
    };

/** One asset that moves; amounts in base units as decimal text. */
export type MoveFact =
  /** A new option contract, which is no token. */
  | { readonly kind: 'option'; readonly note?: MoveNote }
  | {
      readonly kind: 'coin';
      readonly symbol: string;
      readonly units: string;
      readonly note?: MoveNote;
    }
  /** The symbol of an unknown token is what the contract calls itself. */
  | {
      readonly kind: 'token';
      /** In lower case. */
      readonly token: string;
      readonly units: string;
      readonly symbol?: string;
      readonly decimals?: number;
      readonly note?: MoveNote;
    }
  | {
      readonly kind: 'collectible';
      /** In lower case. */
      readonly token: string;
      /** How many of the same item. */
      readonly units: string;
      /** Which item, as decimal text. */
      readonly item?: string;
      readonly note?: MoveNote;
    };

/** An asset for which a call and its simulation disagree; amounts in base units. */
export interface Contradiction {
  readonly asset: MoveFact;
  readonly said: SumFact;
  readonly simulated: SumFact;
}

/** Every movement of one asset, in base units. */
export interface SumFact {
  readonly leaves: readonly string[];
  readonly arrives: readonly string[];
}
