import { type Address, decodeFunctionData, encodeFunctionData, getAddress, type Hex } from 'viem';
import { erc20Abi } from '../chain/abi/erc20.ts';
import { BOOKS } from '../chain/deployments.ts';
import { type DecodedFill, decodeFillOrder } from '../orders/calldata.ts';
import { type TokenAmount, tokenAmount, type Wei, wei } from '../units.ts';
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
  | {
      readonly kind: 'approve';
      readonly token: Address;
      readonly spender: Address;
      readonly amount: TokenAmount;
    }
  | {
      readonly kind: 'transfer';
      readonly token: Address;
      readonly to: Address;
      readonly amount: TokenAmount;
    }
  | { readonly kind: 'send'; readonly to: Address; readonly value: Wei }
  | { readonly kind: 'deploy' }
  /** The first bytes name a known function, but the rest is not its encoding. */
  | { readonly kind: 'unreadable'; readonly to: Address; readonly name: string }
  | { readonly kind: 'unknown'; readonly to: Address; readonly selector: Hex };

const FILL_ORDER = '0xa4761ec1';
const APPROVE = '0x095ea7b3';
const TRANSFER = '0xa9059cbb';

/** Reads a transaction strictly: decode, encode again, refuse any difference. */
export function understandTransaction(draft: TransactionDraft): Understanding {
  if (draft.to === undefined) return { kind: 'deploy' };
  const to = getAddress(draft.to);
  const data = draft.data as Hex;
  if (data === '0x') return { kind: 'send', to, value: wei(BigInt(draft.value)) };
  const selector = data.slice(0, 10) as Hex;
  // A value sent along with a call that takes none is something else than that call.
  const isPlainCall = BigInt(draft.value) === 0n;
  if (selector === FILL_ORDER) {
    const fill = decodeFillOrder(data);
    return fill.kind === 'fill' && isPlainCall
      ? { kind: 'fill', book: to, isPinnedBook: isPinned(to), fill }
      : { kind: 'unreadable', to, name: 'fillOrder' };
  }
  if (selector === APPROVE || selector === TRANSFER) {
    const name = selector === APPROVE ? 'approve' : 'transfer';
    const args = isPlainCall ? decodeTokenCall(name, data) : undefined;
    if (args === undefined) return { kind: 'unreadable', to, name };
    const amount = tokenAmount(args[1]);
    return name === 'approve'
      ? { kind: 'approve', token: to, spender: args[0], amount }
      : { kind: 'transfer', token: to, to: args[0], amount };
  }
  return { kind: 'unknown', to, selector };
}

function isPinned(address: Address): boolean {
  return BOOKS.some((book) => book.address.toLowerCase() === address.toLowerCase());
}

function decodeTokenCall(
  name: 'approve' | 'transfer',
  data: Hex,
): readonly [Address, bigint] | undefined {
  try {
    const decoded = decodeFunctionData({ abi: erc20Abi, data });
    if (decoded.functionName !== name) return undefined;
    const args = decoded.args as readonly [Address, bigint];
    const again = encodeFunctionData({ abi: erc20Abi, functionName: name, args: [...args] });
    return again === data ? args : undefined;
  } catch {
    // Malformed calldata is an expected input: it is shown as unreadable.
    return undefined;
  }
}
