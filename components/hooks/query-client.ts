import { QueryClient } from '@tanstack/react-query';

/** A page's cache of what it asked the worker, which retries by itself and needs no network for an answer. */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
}
