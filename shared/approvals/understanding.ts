import type { Address, Hex } from 'viem';
import type { TokenAmount } from '../units.ts';
import type { Described } from './known-calls/descriptor.ts';
import type { DescribedKind } from './known-calls/descriptors.ts';
import type { CodeChange, TransactionDraft } from './types.ts';

/** The effect of a transaction, from its bytes alone. */
export type Understanding = (Described<DescribedKind> | Nesting | CodeChanging) & {
  readonly tail?: Tail;
};

/** Bytes after a call that is strictly decoded without them. */
export type Tail =
  /** Names of the parties that arranged the call (ERC-8021). `suffix`: the attribution's bytes. */
  | { readonly kind: 'attribution'; readonly codes: readonly string[]; readonly suffix: Hex }
  /** Bytes without a known meaning, which the called contract may read. */
  | { readonly kind: 'other'; readonly bytes: number };

type Nesting =
  | {
      readonly kind: 'multicall';
      readonly to: Address;
      /** In order, nested up to three levels. */
      readonly calls: readonly Understanding[];
      /** True if the called contract makes the calls, not the account. */
      readonly isByContract: boolean;
    }
  /** A call of the account to itself that runs the delegator's code. */
  | {
      readonly kind: 'batch';
      readonly to: Address;
      /** In order; either all calls are made or none. */
      readonly calls: readonly {
        readonly draft: TransactionDraft;
        readonly call: Understanding;
      }[];
    }
  /**
   * Makes another call of the factory and pays for it with another token, or with the coin (the
   * zero address).
   */
  | {
      readonly kind: 'swap and call';
      readonly router: Address;
      readonly source: Address;
      readonly amount: TokenAmount;
      readonly inner: Understanding;
    };

/** A call that only sets or removes the code of an account (EIP-7702). */
interface CodeChanging {
  readonly kind: 'change code';
  readonly change: CodeChange;
}
