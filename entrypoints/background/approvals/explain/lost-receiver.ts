import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import { isBurnAddress, isUnownedAddress } from '../../../../shared/chain/receiver.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';

/**
 * Finds receivers from which assets can't be recovered. Rejects a token's own contract and the zero
 * address; a burn address needs an acknowledgement. Used for sites and for the wallet's own pages.
 * @param token the token to send; undefined for the chain's coin
 */
export function lostReceiver(
  to: string,
  token: string | undefined,
  context: ChainContext,
): Partial<Pick<CallMeaning, 'checks' | 'dangers' | 'refusal'>> {
  const symbol = context.tokenAt(to)?.symbol;
  if (to.toLowerCase() === token?.toLowerCase() || (token === undefined && symbol !== undefined)) {
    const code = 'receiver.token';
    return { checks: [{ code, status: 'failed' }], refusal: { code } };
  }
  if (symbol !== undefined) {
    const code = 'receiver.otherToken';
    return { checks: [{ code, status: 'warned', symbol }], dangers: [{ code, symbol }] };
  }
  const code = 'receiver.nobody';
  if (isUnownedAddress(to)) return { checks: [{ code, status: 'failed' }], refusal: { code } };
  if (!isBurnAddress(to)) return {};
  return { checks: [{ code, status: 'warned' }], dangers: [{ code: 'receiverBurns' }] };
}
