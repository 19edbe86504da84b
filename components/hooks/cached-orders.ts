import { wholeReading } from './read-orders.ts';
import type { WalletConnection } from './wallet-connection.ts';

/**
 * Query of the orders that are known without a request; prefetched by the page that starts with
 * them.
 */
export function cachedOrders(call: WalletConnection['call']) {
  return {
    queryKey: ['orders', 'cached'],
    queryFn: async () => wholeReading(call, await call('orders.cached', {})),
    staleTime: Number.POSITIVE_INFINITY,
  };
}
