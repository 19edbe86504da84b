import type { BlockedSiteView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import { createKeptValue } from './kept-value.ts';
import type { BlockedSites as StoredBlockedSites } from './keys.ts';
import type { Stored } from './stored.ts';

/** Milliseconds for which a blocked site can't open prompts. */
export const BLOCK_MS = 60 * 60_000;

export type BlockedSites = ReturnType<typeof createBlockedSites>;

/**
 * Keeps the registrable domains whose prompts the user blocked. A block ends after `BLOCK_MS` or
 * with the browser session.
 */
export function createBlockedSites(deps: {
  stored: Stored<StoredBlockedSites>;
  clock: Clock;
  onChange: () => void;
}) {
  const kept = createKeptValue<StoredBlockedSites>(deps.stored, {});

  const write = (next: StoredBlockedSites) => kept.set(next, deps.onChange);

  const has = (site: string): boolean =>
    Object.hasOwn(kept.get(), site) && (kept.get()[site] ?? 0) > deps.clock.now();

  return {
    load: kept.load,
    has,
    list: (): BlockedSiteView[] =>
      Object.entries(kept.get()).flatMap(([origin, end]) =>
        has(origin) ? [{ origin, until: end }] : [],
      ),
    block: (site: string) => write({ ...kept.get(), [site]: deps.clock.now() + BLOCK_MS }),
    unblock: (site: string) =>
      write(Object.fromEntries(Object.entries(kept.get()).filter(([key]) => key !== site))),
  };
}
