import { QueryClient } from '@tanstack/react-query';

/**
 * Returns a page's cache of the worker's answers. Retries are off, because the worker retries
 * itself, and works without a network.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
}
