import type { Method } from '../method.ts';
import { creatingFilter } from '../node-filter-methods.ts';
import type { NodeFilters } from '../node-filters.ts';

/** `eth_newFilter`: a filter of logs at the user’s node. */
export const eth_newFilter = ({ nodeFilters }: { nodeFilters: NodeFilters }): Method =>
  creatingFilter('eth_newFilter', nodeFilters);
