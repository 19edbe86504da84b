import type { Address, Hex } from 'viem';
import type { TokenAmount } from '../units.ts';
import type { Described } from './known-calls/descriptor.ts';
import type { DescribedKind } from './known-calls/descriptors.ts';
import type { CodeChange, TransactionDraft } from './types.ts';

/** The effect of a transaction, read from its bytes alone, without guesses. */
export type Understanding = (Described<DescribedKind> | Nesting | CodeChanging) & {
  readonly tail?: Tail;
};

/** Bytes after a call that decodes strictly without them. */
export type Tail =
  /** Names who arranged the call (ERC-8021). `suffix`: its bytes. */
  | { readonly kind: 'attribution'; readonly codes: readonly string[]; readonly suffix: Hex }
  /** Bytes without a known meaning, which the called contract may read. */
  | { readonly kind: 'other'; readonly bytes: number };

/** Calls that contain others. */
type Nesting =
  | {
      readonly kind: 'multicall';
      readonly to: Address;
      /** In order; nested up to three levels. */
      readonly calls: readonly Understanding[];
      /** The calls are made by the called contract, not by the account. */
      readonly isByContract: boolean;
    }
  /** Made by the account itself if it has the delegator's code and calls itself. */
  | {
      readonly kind: 'batch';
      readonly to: Address;
      /** In order; either all calls are made or none. */
      readonly calls: readonly {
        readonly draft: TransactionDraft;
        readonly call: Understanding;
      }[];
    }
  /** Pays another call of the factory with another token, or with the coin (the zero address). */
  | {
      readonly kind: 'swap and call';
      readonly router: Address;
      readonly source: Address;
      readonly amount: TokenAmount;
      readonly inner: Understanding;
    };

/** Sets or removes the code of an account, and does nothing else (EIP-7702). */
interface CodeChanging {
  readonly kind: 'change code';
  readonly change: CodeChange;
}
