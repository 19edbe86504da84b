import type { Method } from '../method.ts';
import { aboutFilter } from '../node-filter-methods.ts';
import type { NodeFilters } from '../node-filters.ts';

/** `eth_getFilterLogs`: all logs of a filter. */
export const eth_getFilterLogs = ({ nodeFilters }: { nodeFilters: NodeFilters }): Method =>
  aboutFilter('eth_getFilterLogs', nodeFilters.ask);
