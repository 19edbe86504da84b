import {
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  type Hex,
} from 'viem';
import { optionFactoryAbi } from './abi/full.ts';

type Write = 'nonpayable' | 'payable';
export type FactoryWrite = ContractFunctionName<typeof optionFactoryAbi, Write>;
export type FactoryArgs<Name extends FactoryWrite> = ContractFunctionArgs<
  typeof optionFactoryAbi,
  Write,
  Name
>;

export function factoryCall<Name extends FactoryWrite>(
  functionName: Name,
  args: FactoryArgs<Name>,
): Hex {
  const call = { abi: optionFactoryAbi, functionName, args };
  return encodeFunctionData(call as Parameters<typeof encodeFunctionData>[0]);
}
