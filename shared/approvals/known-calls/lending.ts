import { lendingPoolAbi } from '../../chain/abi/lending.ts';
import { LENDING_POOL, RESERVES } from '../../chain/lending.ts';
import { isSameAddress } from '../../is-same-address.ts';
import * as Type from '../../schema.ts';
import { AddressSchema } from '../types.ts';
import { describedCall, functionOf, on } from './descriptor.ts';
import { address, amountIn, internal } from './role.ts';

/** The pool's receipt token for an asset that orders use. */
const receipt = internal(
  (asset) =>
    RESERVES.find((one) => isSameAddress(one.asset.address, String(asset)))?.receipt.address,
);

/** Supplying to the lending pool and withdrawing. The largest number withdraws everything. */
export const LENDING_CALLS = [
  describedCall({
    functions: {
      supply: on(functionOf(lendingPoolAbi, 'supply'), { receipt: 'asset', to: 'onBehalfOf' }),
      withdraw: on(functionOf(lendingPoolAbi, 'withdraw'), { receipt: 'asset' }),
    },
    where: ({ to }) => isSameAddress(to, LENDING_POOL),
    roles: { asset: address, receipt, amount: amountIn('asset'), to: address },
    stored: ['amount'],
    /** Set if another account receives the assets. */
    also: { to: Type.Optional(AddressSchema) },
    alsoOf: ({ to }, _, account) => (isSameAddress(to, account) ? {} : { to }),
    checks: ['lending'],
  }),
] as const;
