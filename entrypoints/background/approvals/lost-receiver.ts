import { i18n } from '#i18n';
import type { Place } from '../../../shared/chain/place.ts';
import { isBurnAddress } from '../../../shared/chain/receiver.ts';
import type { Meaning } from './meaning.ts';

/**
 * Finds receivers that lose what is sent to them, whoever asks: a token's own contract is refused, a
 * burn address needs an acknowledgement.
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
  if (!isBurnAddress(to)) return {};
  const detail = i18n.t('approving.receiverIsNobody');
  return {
    checks: [{ label, status: 'warned', detail }],
    danger: i18n.t('approving.receiverIsNobodyDanger'),
  };
}
