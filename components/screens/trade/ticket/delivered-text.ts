import { requiredDelivery } from '../../../../shared/orders/delivery.ts';
import type { Contracts } from '../../../../shared/units.ts';
import { getText, payText } from '../../../texts/payments.ts';
import type { Ticket } from './ticket-model.ts';

/** Describes the amount that a physical product's buyer delivers; rounded up for the buyer. */
export function deliveredText({ offer, view }: Ticket, contracts: Contracts): string {
  const { delivery, side } = view;
  if (delivery === undefined) return '—';
  const amount = requiredDelivery(offer.terms, {
    contracts,
    collateralDecimals: offer.decimals,
    deliveryDecimals: delivery.decimals,
  });
  const text = side === 'buy' ? payText(amount, delivery) : getText(amount, delivery);
  return `${text} ${delivery.symbol}`;
}
