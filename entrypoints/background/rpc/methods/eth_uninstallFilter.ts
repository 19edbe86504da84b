import type { Method } from '../method.ts';
import { aboutFilter } from '../node-filter-methods.ts';
import type { NodeFilters } from '../node-filters.ts';

/** `eth_uninstallFilter`: removes a filter and returns whether the document had it. */
export const eth_uninstallFilter = ({ nodeFilters }: { nodeFilters: NodeFilters }): Method =>
  aboutFilter('eth_uninstallFilter', (requester, _, id) => nodeFilters.remove(requester, id));
