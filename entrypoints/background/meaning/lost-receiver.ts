import { i18n } from '#i18n';
import type { Place } from '../../../shared/chain/place.ts';
import { isBurnAddress, isUnownedAddress } from '../../../shared/chain/receiver.ts';
import type { Meaning } from './meaning.ts';

/**
 * Finds receivers that lose what is sent to them, for sites and for the wallet's own pages alike: a
 * token's own contract and the zero address are refused, a burn address needs an acknowledgement.
 * @param token the token that is sent; undefined for the chain's coin.
 */
export function lostReceiver(
  to: string,
  token: string | undefined,
  place: Place,
): Partial<Pick<Meaning, 'checks' | 'danger' | 'refusal'>> {
  const label = i18n.t('approving.receiver');
  const symbol = place.tokenAt(to)?.symbol;
  if (to.toLowerCase() === token?.toLowerCase() || (token === undefined && symbol !== undefined)) {
    const detail = i18n.t('approving.receiverIsToken');
    return { checks: [{ label, status: 'failed', detail }], refusal: detail };
  }
  if (symbol !== undefined) {
    const detail = i18n.t('approving.receiverIsOtherToken', { symbol });
    return { checks: [{ label, status: 'warned', detail }], danger: detail };
  }
  const detail = i18n.t('approving.receiverIsNobody');
  if (isUnownedAddress(to))
    return { checks: [{ label, status: 'failed', detail }], refusal: detail };
  if (!isBurnAddress(to)) return {};
  return {
    checks: [{ label, status: 'warned', detail }],
    danger: i18n.t('approving.receiverIsNobodyDanger'),
  };
}
