import { getAddress } from 'viem';
import type { ListMark, SiteView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import { createListVersion } from './list-version.ts';
import type { Stored } from './stored.ts';
import type { Sites as StoredSites } from './stored-keys.ts';

export type Sites = ReturnType<typeof createSites>;

/** Which origin may see which accounts. Keyed by the full origin: scheme, host and port. */
export function createSites(deps: {
  stored: Stored<StoredSites>;
  clock: Clock;
  /** Accounts of the unlocked vault, the selected one first; empty while locked. */
  accounts: () => readonly string[];
  /** A site's visible accounts may have changed. */
  onChange: (origin: string) => void;
}) {
  let sites: StoredSites = {};
  const version = createListVersion(deps.clock);

  async function write(next: StoredSites, origin: string): Promise<void> {
    sites = next;
    await deps.stored.write(next);
    version.next();
    deps.onChange(origin);
  }

  return {
    async load(): Promise<void> {
      sites = (await deps.stored.read()) ?? {};
    },

    isConnected: (origin: string): boolean => Object.hasOwn(sites, origin),

    /** Whether the site may use an account, also while the wallet is locked. */
    permits(origin: string, account: string): boolean {
      const permitted = Object.hasOwn(sites, origin) ? sites[origin]?.accounts : undefined;
      return permitted?.some((one) => one.toLowerCase() === account.toLowerCase()) ?? false;
    },

    /** Permitted accounts of the unlocked vault; empty while locked. */
    visibleTo(origin: string): readonly string[] {
      const permitted = Object.hasOwn(sites, origin) ? sites[origin]?.accounts : undefined;
      if (permitted === undefined) return [];
      const allowed = new Set(permitted.map((account) => account.toLowerCase()));
      return deps
        .accounts()
        .filter((account) => allowed.has(account.toLowerCase()))
        .map((account) => getAddress(account));
    },

    connect: (origin: string, accounts: readonly string[]): Promise<void> =>
      write(
        { ...sites, [origin]: { accounts: [...accounts], connectedAt: deps.clock.now() } },
        origin,
      ),

    /** Other accounts for a connected site; one that is not connected stays so. */
    async setAccounts(origin: string, accounts: readonly string[]): Promise<void> {
      const site = Object.hasOwn(sites, origin) ? sites[origin] : undefined;
      if (site === undefined) return;
      await write({ ...sites, [origin]: { ...site, accounts: [...accounts] } }, origin);
    },

    async disconnect(origin: string): Promise<void> {
      // A stranger's request must not cost a write.
      if (!Object.hasOwn(sites, origin)) return;
      const rest = Object.fromEntries(Object.entries(sites).filter(([key]) => key !== origin));
      await write(rest, origin);
    },

    mark: (): ListMark => ({ version: version.text(), count: Object.keys(sites).length }),

    list: (): Omit<SiteView, 'chainId'>[] =>
      Object.entries(sites).map(([origin, site]) => ({ origin, ...site })),
  };
}
