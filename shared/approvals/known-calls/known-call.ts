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
import { hasCanonicalLayout } from '../../chain/canonical-layout.ts';

const SELECTOR_LENGTH = '0x00000000'.length;

/** A function whose calls the wallet can read. */
export interface KnownCall<Context, Found> {
  readonly name: string;
  readonly selector: Hex;
  readonly takesValue: boolean;
  readonly inputs: readonly AbiParameter[];
  /** The only contract whose function is known. */
  readonly at: Address | undefined;
  /** Returns `undefined` unless the bytes are exactly an encoding of this function. */
  readonly read: (data: Hex, context: Context) => Found | undefined;
}

type ArgsOf<Inputs extends readonly AbiParameter[]> = {
  readonly [Index in keyof Inputs]: AbiParameterToPrimitiveType<Inputs[Index]>;
};

/**
 * Declares a call by its ABI. `read` gets arguments whose encoding equals the original bytes.
 * @param at the only contract whose function is known; any contract by default
 */
export function knownCall<const Inputs extends readonly AbiParameter[], Context, Found>(
  item: AbiFunction & { readonly inputs: Inputs },
  read: (args: ArgsOf<Inputs>, context: Context) => Found | undefined,
  at?: Address,
): KnownCall<Context, Found> {
  let selector: Hex | undefined;
  return {
    name: item.name,
    // Computed on first use, because a worker that only answers reads doesn't need it.
    get selector() {
      selector ??= toFunctionSelector(item);
      return selector;
    },
    takesValue: item.stateMutability === 'payable',
    inputs: item.inputs,
    at,
    read(data, context) {
      const args = hasCanonicalLayout(item.inputs, data.slice(SELECTOR_LENGTH))
        ? decodeStrictly([item], data)
        : undefined;
      // Decoded with this ABI item, so the arguments have its types.
      return args === undefined ? undefined : read(args as ArgsOf<Inputs>, context);
    },
  };
}

function decodeStrictly(abi: Abi, data: Hex): readonly unknown[] | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data });
    return encodeFunctionData({ abi, functionName, args }) === data ? args : undefined;
  } catch {
    // Malformed calldata is possible, and is shown as unreadable.
    return undefined;
  }
}
