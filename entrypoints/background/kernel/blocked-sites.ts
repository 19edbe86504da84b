import type { BlockedSiteView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
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
  let until: StoredBlockedSites = {};

  async function write(next: StoredBlockedSites): Promise<void> {
    until = next;
    await deps.stored.write(next);
    deps.onChange();
  }

  const has = (site: string): boolean =>
    Object.hasOwn(until, site) && (until[site] ?? 0) > deps.clock.now();

  return {
    async load(): Promise<void> {
      until = (await deps.stored.read()) ?? {};
    },
    has,
    list: (): BlockedSiteView[] =>
      Object.entries(until).flatMap(([origin, end]) =>
        has(origin) ? [{ origin, until: end }] : [],
      ),
    block: (site: string) => write({ ...until, [site]: deps.clock.now() + BLOCK_MS }),
    unblock: (site: string) =>
      write(Object.fromEntries(Object.entries(until).filter(([key]) => key !== site))),
  };
}
