import { type Address, getAddress, type Hex } from 'viem';
import { BOOKS } from '../chain/deployments.ts';
import { type DecodedFill, decodeFillOrder } from '../orders/calldata.ts';
import type { Order } from '../orders/order.ts';
import type { TokenAmount, UnixSeconds, Wei } from '../units.ts';
import { wei } from '../units.ts';
import { callAt } from './known-calls/call-at.ts';
import type { TransactionDraft } from './types.ts';

/** What a transaction does, read from its bytes alone. Nothing is guessed. */
export type Understanding =
  | {
      readonly kind: 'fill';
      readonly book: Address;
      /** Whether the called contract is one of the pinned order books. */
      readonly isPinnedBook: boolean;
      readonly fill: Extract<DecodedFill, { kind: 'fill' }>;
    }
  | BookCall
  | OptionCall
  | TokenCall
  | { readonly kind: 'send'; readonly to: Address; readonly value: Wei }
  | {
      readonly kind: 'multicall';
      readonly to: Address;
      /** In their order; each may again be several, three levels deep. */
      readonly calls: readonly Understanding[];
      /** The calls come from the called contract, not from the account. */
      readonly isByContract: boolean;
    }
  | { readonly kind: 'deploy' }
  /** The first bytes name a known function, but the rest is not its encoding. */
  | { readonly kind: 'unreadable'; readonly to: Address; readonly name: string }
  | { readonly kind: 'unknown'; readonly to: Address; readonly selector: Hex };

/** Calls of an order book besides `fillOrder`. */
export type BookCall = { readonly book: Address; readonly isPinnedBook: boolean } & (
  | {
      readonly kind: 'swap and fill';
      readonly order: Order;
      readonly swapRouter: Address;
      readonly swapToken: Address;
      readonly swapAmount: TokenAmount;
      readonly referrer: Address;
    }
  | { readonly kind: 'cancel orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'cancel before'; readonly cutoff: UnixSeconds }
  | { readonly kind: 'claim fees'; readonly token: Address }
);

/** Calls of an option contract by its buyer or seller. */
export type OptionCall = { readonly option: Address } & (
  | { readonly kind: 'payout' }
  | { readonly kind: 'close' }
  | { readonly kind: 'return excess collateral' }
  | { readonly kind: 'split'; readonly collateral: TokenAmount }
  | { readonly kind: 'reclaim collateral'; readonly owned: Address }
  | { readonly kind: 'transfer option'; readonly isBuyer: boolean; readonly target: Address }
  | {
      readonly kind: 'allow option transfer';
      readonly isBuyer: boolean;
      readonly target: Address;
      readonly isAllowed: boolean;
    }
);

/** Calls of token contracts; amounts in base units. */
export type TokenCall = { readonly token: Address } & (
  | { readonly kind: 'approve'; readonly spender: Address; readonly amount: TokenAmount }
  /** Adds to what is allowed already (no standard, but widespread). */
  | { readonly kind: 'increase allowance'; readonly spender: Address; readonly amount: TokenAmount }
  | { readonly kind: 'transfer'; readonly to: Address; readonly amount: TokenAmount }
  | {
      readonly kind: 'transfer from';
      readonly from: Address;
      readonly to: Address;
      /** Or the item's number, where the contract holds collectibles (ERC-721). */
      readonly amount: TokenAmount;
    }
  | { readonly kind: 'allow all'; readonly operator: Address; readonly isAllowed: boolean }
  | {
      readonly kind: 'transfer item';
      readonly from: Address;
      readonly to: Address;
      readonly item: bigint;
      readonly count: bigint;
    }
  | { readonly kind: 'wrap'; readonly amount: TokenAmount }
  | { readonly kind: 'unwrap'; readonly amount: TokenAmount }
);

const FILL_ORDER = '0xa4761ec1';
/** Calls within calls are read this deep; what is deeper counts as unknown. */
const MAX_LEVELS = 3;

/** Reads a transaction strictly: decode, encode again, refuse any difference. */
export function understandTransaction(draft: TransactionDraft, level = 0): Understanding {
  if (draft.to === undefined) return { kind: 'deploy' };
  const to = getAddress(draft.to);
  const data = draft.data.toLowerCase() as Hex;
  const value = wei(BigInt(draft.value));
  if (data === '0x') return { kind: 'send', to, value };
  const selector = data.slice(0, 10) as Hex;
  if (selector === FILL_ORDER) {
    const fill = decodeFillOrder(data);
    // A value sent along with a call that takes none is something else than that call.
    return fill.kind === 'fill' && value === 0n
      ? { kind: 'fill', book: to, isPinnedBook: isPinned(to), fill }
      : { kind: 'unreadable', to, name: 'fillOrder' };
  }
  const known = callAt(selector);
  if (known === undefined) return { kind: 'unknown', to, selector };
  const read =
    value === 0n || known.takesValue
      ? known.read(data, {
          to,
          value,
          isPinnedBook: isPinned(to),
          understand: (inner) =>
            level + 1 < MAX_LEVELS
              ? understandTransaction(inner, level + 1)
              : { kind: 'unknown', to, selector },
        })
      : undefined;
  return read ?? { kind: 'unreadable', to, name: known.name };
}

function isPinned(address: Address): boolean {
  return BOOKS.some((book) => book.address.toLowerCase() === address.toLowerCase());
}
