import { permit2Abi } from '../../chain/abi/permit2.ts';
import { PERMIT2 } from '../../chain/chain-context.ts';
import { isSameAddress } from '../../is-same-address.ts';
import { tokenAmount, unixSeconds } from '../../units.ts';
import { functionOf } from './descriptor.ts';
import { type KnownCall, knownCall } from './known-call.ts';

/** Allowances of Permit2, which is the same contract on every chain. */
export const permit2Calls: readonly KnownCall[] = [
  knownCall(functionOf(permit2Abi, 'approve'), ([token, spender, amount, until], { to }) =>
    isSameAddress(to, PERMIT2)
      ? {
          kind: 'allow through permit2',
          token,
          spender,
          amount: tokenAmount(amount),
          until: unixSeconds(until),
        }
      : undefined,
  ),
];
