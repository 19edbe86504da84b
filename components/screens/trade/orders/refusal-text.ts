import { i18n } from '#i18n';
import type { RefusalReason } from '../../../../shared/messages/market.ts';
import { orderFinding } from '../../../texts/order-finding.ts';

/** Explains why a feed's entry isn't shown. */
export function refusalText(reason: RefusalReason): string {
  switch (reason.kind) {
    case 'check':
      return orderFinding(reason.found);
    case 'absurd':
      return i18n.t(`orders.absurd.${reason.what}`);
    case 'unknownProduct':
      return i18n.t('orders.unknownProduct');
    case 'unreadableField':
      return i18n.t('orders.unreadableField', { field: reason.field });
  }
}
