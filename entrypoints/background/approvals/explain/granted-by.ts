import type { Address } from 'viem';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';

/** Returns the last allowance that earlier calls of the request set for a spender. */
export function grantedBy(
  earlier: readonly Understanding[],
  spender: Address,
  token: Address,
): bigint | undefined {
  const found = earlier.findLast(
    (call) =>
      call.kind === 'approve' &&
      isSameAddress(call.spender, spender) &&
      isSameAddress(call.token, token),
  );
  return found?.kind === 'approve' ? found.amount : undefined;
}
