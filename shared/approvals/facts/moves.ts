/** Reason why an asset moves, or a note about the move. */
export type MoveNote =
  | {
      readonly code:
        | 'withTheCall'
        | 'contractFee'
        | 'premium'
        | 'locked'
        | 'netPremium'
        | 'newOption'
        | 'unknownToken';
    }
  /** The symbol imitates the symbol of a known token. */
  | { readonly code: 'imitates'; readonly symbol: string }
  /** The difference between incoming and outgoing amounts of an asset, in base units. */
  | {
      readonly code: 'net';
      readonly leaves: string;
      readonly why: MoveNote;
      readonly arrives: string;
      readonly source: MoveNote;
      /** Amount of the asset that other calls of the same transaction bring. */
      readonly converted?: string;
    };

/** One asset that moves. Amounts are base units as decimal text. */
export type MoveFact =
  /** A new option contract, which isn't a token. */
  | { readonly kind: 'option'; readonly note?: MoveNote }
  | {
      readonly kind: 'coin';
      readonly symbol: string;
      readonly units: string;
      readonly note?: MoveNote;
    }
  /** An unknown token, whose symbol is its contract's own claim. */
  | {
      readonly kind: 'token';
      /** Lower case. */
      readonly token: string;
      readonly units: string;
      readonly symbol?: string;
      readonly decimals?: number;
      readonly note?: MoveNote;
    }
  | {
      readonly kind: 'collectible';
      /** Lower case. */
      readonly token: string;
      /** Number of copies of the item. */
      readonly units: string;
      /** Item id as decimal text. */
      readonly item?: string;
      readonly note?: MoveNote;
    };

/** An asset whose amounts differ between a call and its simulation. Amounts are in base units. */
export interface Contradiction {
  readonly asset: MoveFact;
  readonly said: SumFact;
  readonly simulated: SumFact;
}

/** All movements of one asset, in base units. */
export interface SumFact {
  readonly leaves: readonly string[];
  readonly arrives: readonly string[];
}
