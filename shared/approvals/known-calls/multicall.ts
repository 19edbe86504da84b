import type { Address, Hex } from 'viem';
import { multicallsAbi } from '../../chain/abi/multicalls.ts';
import type { Understanding } from '../understanding.ts';
import { type KnownCall, knownCall, type NestingContext } from './known-call.ts';

const MAX_CALLS = 50;

/** Several calls in one: of the called contract itself, or by it to others (Multicall3). */
export const multicalls: readonly KnownCall[] = [
  knownCall(multicallsAbi.multicall, ([data], context) => own(data, context)),
  knownCall(multicallsAbi.multicallBefore, ([, data], context) => own(data, context)),
  knownCall(multicallsAbi.aggregate3, ([calls], context) => byContract(calls, context)),
  knownCall(multicallsAbi.aggregate, ([calls], context) => byContract(calls, context)),
  knownCall(multicallsAbi.tryAggregate, ([, calls], context) => byContract(calls, context)),
];

function own(data: readonly Hex[], { to, understand }: NestingContext): Understanding | undefined {
  if (data.length === 0 || data.length > MAX_CALLS) return undefined;
  const calls = data.map((inner) => understand({ to, value: '0x0', data: inner }));
  return { kind: 'multicall', to, calls, isByContract: false };
}

function byContract(
  inner: readonly { readonly target: Address; readonly callData: Hex }[],
  { to, understand }: NestingContext,
): Understanding | undefined {
  if (inner.length === 0 || inner.length > MAX_CALLS) return undefined;
  const calls = inner.map(({ target, callData }) =>
    understand({ to: target, value: '0x0', data: callData }),
  );
  return { kind: 'multicall', to, calls, isByContract: true };
}
