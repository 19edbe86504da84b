import { QueryClient } from '@tanstack/react-query';

/**
 * Returns a page's cache of the worker's answers. The worker retries by itself and needs no network
 * to answer.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
}
