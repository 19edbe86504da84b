import type { Method } from '../method.ts';
import { creatingFilter } from '../node-filter-methods.ts';
import type { NodeFilters } from '../node-filters.ts';

/** `eth_newBlockFilter`: a filter of blocks at the user’s node. */
export const eth_newBlockFilter = ({ nodeFilters }: { nodeFilters: NodeFilters }): Method =>
  creatingFilter('eth_newBlockFilter', nodeFilters);
