import type { Method } from '../method.ts';
import { aboutFilter } from '../node-filter-methods.ts';
import type { NodeFilters } from '../node-filters.ts';

/** `eth_getFilterChanges`: the changes since the last request. */
export const eth_getFilterChanges = ({ nodeFilters }: { nodeFilters: NodeFilters }): Method =>
  aboutFilter('eth_getFilterChanges', nodeFilters.ask);
