import type { Abi, AbiFunction } from 'viem';

type FunctionOf<Of extends Abi, Name> = Extract<Of[number], { type: 'function'; name: Name }>;

/** Returns an ABI's only function with this name. */
export function functionOf<
  const Of extends Abi,
  Name extends Extract<Of[number], AbiFunction>['name'],
>(abi: Of, name: Name): FunctionOf<Of, Name> {
  const found = abi.find((entry) => entry.type === 'function' && entry.name === name);
  if (found === undefined) throw new TypeError('the ABI lacks a function');
  return found as FunctionOf<Of, Name>;
}
