import type { Method } from '../method.ts';
import { aboutFilter } from '../node-filter-methods.ts';
import type { NodeFilters } from '../node-filters.ts';

/** `eth_uninstallFilter`: whether the document had this filter, which is gone now. */
export const eth_uninstallFilter = ({ nodeFilters }: { nodeFilters: NodeFilters }): Method =>
  aboutFilter('eth_uninstallFilter', (requester, _, id) => nodeFilters.remove(requester, id));
