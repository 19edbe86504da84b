import { i18n } from '#i18n';
import type { Price8, Wei } from '../../shared/units.ts';
import { describeCost } from './describe-fees.ts';

/** Describes a cost in wei, rounded up, also in dollars if ether's price (8 decimals) is known. */
export function etherCost(wei: Wei, etherPrice: Price8 | undefined): string {
  const coinPrice = etherPrice === undefined ? {} : { coinPrice: `${etherPrice}` };
  const { total, usd } = describeCost({ total: `${wei}`, ...coinPrice }, 'ETH');
  return usd === undefined ? total : i18n.t('positions.costInBoth', { total, usd });
}
