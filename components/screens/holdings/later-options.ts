import type { OrderFilter } from '../../../shared/messages/order-filter.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';

/** Returns a filter for orders of options that resemble a position, the soonest expiry first. */
export function laterOptions({ asset, product, side }: PositionRow): OrderFilter {
  return {
    asset: asset ?? '',
    product: product ?? '',
    side: side === 'buyer' ? 'buy' : 'sell',
    expiry: '',
    search: '',
    sort: 'expiry',
  };
}
