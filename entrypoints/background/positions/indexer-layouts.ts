import type { Stored } from '../kernel/stored.ts';
import type { IndexerLayouts } from '../market/indexer-client.ts';
import type { IndexerLayoutRows } from './keys.ts';

const MAX_REMEMBERED = 8;

/** Stores the layout of each indexer, so that it is detected once per base URL. */
export function createIndexerLayouts(stored: Stored<IndexerLayoutRows>): IndexerLayouts {
  return {
    async get(base) {
      const known = (await stored.read()) ?? [];
      return known.find((entry) => entry.base === base)?.layout;
    },
    async set(base, layout) {
      const known = (await stored.read()) ?? [];
      const others = known.filter((entry) => entry.base !== base);
      await stored.write([{ base, layout }, ...others].slice(0, MAX_REMEMBERED));
    },
  };
}
