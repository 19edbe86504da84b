import type { Address } from 'viem';
import { lendingPoolAbi } from '../../chain/abi/lending.ts';
import { LENDING_POOL, RESERVES } from '../../chain/lending.ts';
import { isSameAddress } from '../../is-same-address.ts';
import { tokenAmount } from '../../units.ts';
import { type CallContext, functionOf, type KnownCall, knownCall } from './known-call.ts';

/** Supplying to the lending pool and withdrawing from it, for the assets that orders use. */
export const lendingCalls: readonly KnownCall[] = [
  knownCall(functionOf(lendingPoolAbi, 'supply'), ([asset, amount, to], context) =>
    lending('supply', { asset, amount, to }, context),
  ),
  knownCall(functionOf(lendingPoolAbi, 'withdraw'), ([asset, amount, to], context) =>
    lending('withdraw', { asset, amount, to }, context),
  ),
];

function lending(
  kind: 'supply' | 'withdraw',
  { asset, amount, to }: { asset: Address; amount: bigint; to: Address },
  context: CallContext,
) {
  const reserve = RESERVES.find((one) => isSameAddress(one.asset.address, asset));
  if (reserve === undefined || !isSameAddress(context.to, LENDING_POOL)) return undefined;
  return {
    kind,
    asset,
    receipt: reserve.receipt.address,
    amount: tokenAmount(amount),
    to,
  } as const;
}
