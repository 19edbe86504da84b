import { i18n } from '#i18n';
import type { RefusalReason } from '../../../../shared/messages/market.ts';
import type { Absurdity } from '../../../../shared/orders/absurd.ts';
import { orderFinding } from '../../../texts/order-finding.ts';

const ABSURDITIES = {
  expiry: 'orders.absurdExpiry',
  ending: 'orders.absurdEnding',
  'quote life': 'orders.absurdQuoteLife',
  price: 'orders.absurdPrice',
  strike: 'orders.absurdStrike',
  budget: 'orders.absurdBudget',
} as const satisfies Record<Absurdity, string>;

/** Says why an entry of a feed isn't shown. */
export function refusalText(reason: RefusalReason): string {
  switch (reason.kind) {
    case 'check':
      return orderFinding(reason.found);
    case 'absurd':
      return i18n.t(ABSURDITIES[reason.what]);
    case 'unknown product':
      return i18n.t('orders.unknownProduct');
    case 'unreadable field':
      return i18n.t('orders.unreadableField', { field: reason.field });
  }
}
