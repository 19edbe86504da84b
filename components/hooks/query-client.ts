import { QueryClient } from '@tanstack/react-query';

/**
 * Returns a page's cache of the worker's answers. Queries also run offline, and are never retried,
 * because the worker retries its own requests.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
}
