import type { Static } from 'typebox';
import type { IndexerLayoutsSchema } from '../state/market-schemas.ts';
import type { Stored } from '../state/stored.ts';
import type { IndexerLayouts } from './indexer-client.ts';

/** Hosts that a user changes between. */
const MOST_REMEMBERED = 8;

/** Remembers which layout each indexer serves, so that it is found out once per base URL. */
export function createIndexerLayouts(
  stored: Stored<Static<typeof IndexerLayoutsSchema>>,
): IndexerLayouts {
  return {
    async get(base) {
      const known = (await stored.read()) ?? [];
      return known.find((entry) => entry.base === base)?.layout;
    },
    async set(base, layout) {
      const known = (await stored.read()) ?? [];
      const others = known.filter((entry) => entry.base !== base);
      await stored.write([{ base, layout }, ...others].slice(0, MOST_REMEMBERED));
    },
  };
}
