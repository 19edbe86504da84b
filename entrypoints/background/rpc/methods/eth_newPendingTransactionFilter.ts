import type { Method } from '../method.ts';
import { creatingFilter } from '../node-filter-methods.ts';
import type { NodeFilters } from '../node-filters.ts';

/** `eth_newPendingTransactionFilter`: a filter of pending transactions at the user’s node. */
export const eth_newPendingTransactionFilter = ({
  nodeFilters,
}: {
  nodeFilters: NodeFilters;
}): Method => creatingFilter('eth_newPendingTransactionFilter', nodeFilters);
