import { requiredDelivery } from '../../../shared/orders/delivery.ts';
import type { Contracts } from '../../../shared/units.ts';
import { amountText } from '../../texts/numbers.ts';
import type { Ticket } from './ticket-model.ts';

/** Describes the amount that the buyer of a physical product delivers, cut off to six decimals. */
export function deliveredText({ offer, view: { delivery } }: Ticket, contracts: Contracts): string {
  if (delivery === undefined) return '—';
  const amount = requiredDelivery(offer.terms, {
    contracts,
    collateralDecimals: offer.decimals,
    deliveryDecimals: delivery.decimals,
  });
  return `${amountText(amount, delivery.decimals)} ${delivery.symbol}`;
}
