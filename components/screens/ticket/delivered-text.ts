import { deliveredAmount } from '../../../shared/orders/edge.ts';
import type { Contracts } from '../../../shared/units.ts';
import { amountText } from '../../ui/numbers.ts';
import type { Ticket } from './ticket-model.ts';

/** What the buyer of a physical product delivers for the collateral, with its token; cut to six decimals. */
export function deliveredText({ offer, view }: Ticket, contracts: Contracts): string {
  const amount = amountText(deliveredAmount(offer.terms, contracts), offer.decimals);
  return `${amount} ${view.deliverySymbol ?? '—'}`;
}
