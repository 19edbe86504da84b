import type {
  IndexerLayout,
  IndexerLayouts,
} from '../../../entrypoints/background/market/indexer-client.ts';

export function memoryLayouts(): IndexerLayouts {
  const known = new Map<string, IndexerLayout>();
  return {
    get: async (base) => known.get(base),
    async set(base, layout) {
      known.set(base, layout);
    },
  };
}
