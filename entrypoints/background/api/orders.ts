import type { OrdersListing } from '../orders/listing.ts';
import type { SavedFilters } from '../state/saved-filters.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `orders.${'cached' | 'list' | 'check' | 'saveFilters'}`>;

export function orderHandlers(deps: {
  listing: OrdersListing;
  savedFilters: SavedFilters;
}): Pick<Handlers, Topics> {
  return {
    'orders.cached': deps.listing.cached,
    'orders.list': ({ fresh }) => deps.listing.list(fresh),
    'orders.check': deps.listing.check,
    'orders.saveFilters': ({ filters }) => deps.savedFilters.set(filters),
  };
}
