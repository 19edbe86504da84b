import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type AbiParameterToPrimitiveType,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  toFunctionSelector,
} from 'viem';
import type { Wei } from '../../units.ts';
import type { TransactionDraft } from '../types.ts';
import type { Understanding } from '../understanding.ts';

/** What a call's reader knows besides the bytes. */
export interface CallContext {
  /** The called contract. */
  readonly to: Address;
  readonly value: Wei;
  readonly isPinnedBook: boolean;
  /** Reads a call within this call. */
  readonly understand: (inner: TransactionDraft) => Understanding;
}

/** A function that the wallet can put into words. */
export interface KnownCall {
  readonly name: string;
  readonly selector: Hex;
  readonly takesValue: boolean;
  /** `undefined` when the bytes are not exactly this function's encoding. */
  readonly read: (data: Hex, context: CallContext) => Understanding | undefined;
}

type ArgsOf<Inputs extends readonly AbiParameter[]> = {
  readonly [Index in keyof Inputs]: AbiParameterToPrimitiveType<Inputs[Index]>;
};

/** Declares a call by its ABI; `read` gets arguments that decode and encode back to the same bytes. */
export function knownCall<const Inputs extends readonly AbiParameter[]>(
  item: AbiFunction & { readonly inputs: Inputs },
  read: (args: ArgsOf<Inputs>, context: CallContext) => Understanding | undefined,
): KnownCall {
  let selector: Hex | undefined;
  return {
    name: item.name,
    // Hashed when first asked for: a worker that only answers reads does without at its start.
    get selector() {
      selector ??= toFunctionSelector(item);
      return selector;
    },
    takesValue: item.stateMutability === 'payable',
    read(data, context) {
      const args = decodeStrictly([item], data);
      // Decoded by this very item, so its arguments have the types that the item declares.
      return args === undefined ? undefined : read(args as ArgsOf<Inputs>, context);
    },
  };
}

function decodeStrictly(abi: Abi, data: Hex): readonly unknown[] | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data });
    return encodeFunctionData({ abi, functionName, args }) === data ? args : undefined;
  } catch {
    // Malformed calldata is an expected input: it is shown as unreadable.
    return undefined;
  }
}
