import { getAddress } from 'viem';
import type { ListMark } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import { createKeptValue } from './kept-value.ts';
import type { Sites as StoredSites } from './keys.ts';
import { numbered } from './keys.ts';
import { createListVersion } from './list-version.ts';
import type { Stored } from './stored.ts';

export type Sites = ReturnType<typeof createSites>;

/** Keeps the accounts that each site may see, by full origin: scheme, host and port. */
export function createSites(deps: {
  stored: Stored<StoredSites>;
  clock: Clock;
  /** Accounts of the vault, the selected account first; undefined unless the vault is unlocked. */
  accounts: () => readonly string[] | undefined;
  /** Returns true if sites keep their accounts while the vault is locked. */
  keepsWhileLocked: () => boolean;
  /** Called when a site's visible accounts may have changed. */
  onChange: (origin: string) => void;
}) {
  const kept = createKeptValue<StoredSites>(deps.stored, {
    ...{ accounts: [], sites: {}, lastSeen: [] },
  });
  const version = createListVersion(deps.clock);

  /** Reads only this site's entry, because there can be hundreds of entries. */
  function siteOf(origin: string): Site | undefined {
    const found = Object.hasOwn(kept.get().sites, origin) ? kept.get().sites[origin] : undefined;
    if (found === undefined) return undefined;
    const accounts = found.accounts.flatMap((place) => kept.get().accounts[place] ?? []);
    return { accounts, connectedAt: found.connectedAt };
  }

  const list = (): (Site & { readonly origin: string })[] =>
    Object.keys(kept.get().sites).flatMap((origin) => {
      const site = siteOf(origin);
      return site === undefined ? [] : [{ origin, ...site }];
    });

  /** Replaces a site's entry, or disconnects it. */
  async function write(origin: string, site: Site | undefined): Promise<void> {
    const sites = new Map<string, Site>(list().map((row) => [row.origin, row]));
    if (site === undefined) sites.delete(origin);
    else sites.set(origin, site);
    await kept.set(withLastSeen(numbered(Object.fromEntries(sites))), () => {
      version.next();
      deps.onChange(origin);
    });
  }

  /** Adds the open vault's accounts. Sites keep these accounts while the vault is locked. */
  function withLastSeen(sites: StoredSites): StoredSites {
    const open = deps.accounts();
    if (open === undefined) return { ...sites, lastSeen: kept.get().lastSeen ?? [] };
    const permitted = new Set(sites.accounts.map((account) => account.toLowerCase()));
    return { ...sites, lastSeen: open.filter((account) => permitted.has(account.toLowerCase())) };
  }

  return {
    load: kept.load,

    isConnected: (origin: string): boolean => siteOf(origin) !== undefined,

    /** Returns true when the site may use an account, even while the wallet is locked. */
    permits(origin: string, account: string): boolean {
      const permitted = siteOf(origin)?.accounts;
      return permitted?.some((one) => one.toLowerCase() === account.toLowerCase()) ?? false;
    },

    /** Stores the accounts of the open vault that sites keep while it is locked. */
    vaultChanged: (): Promise<void> => kept.set(withLastSeen(kept.get())),

    /**
     * Returns the vault's accounts that the site may see. While the vault is locked, returns
     * accounts of the last open vault if sites keep their accounts. A lock then makes no difference
     * to a site.
     */
    visibleTo(origin: string): readonly string[] {
      const permitted = siteOf(origin)?.accounts;
      if (permitted === undefined) return [];
      const allowed = new Set(permitted.map((account) => account.toLowerCase()));
      const lastSeen = deps.keepsWhileLocked() ? kept.get().lastSeen : [];
      return (deps.accounts() ?? lastSeen ?? [])
        .filter((account) => allowed.has(account.toLowerCase()))
        .map((account) => getAddress(account));
    },

    connect: (origin: string, accounts: readonly string[]): Promise<void> =>
      write(origin, { accounts: [...accounts], connectedAt: deps.clock.now() }),

    /** Changes the accounts of a connected site; ignores a site that isn't connected. */
    async setAccounts(origin: string, accounts: readonly string[]): Promise<void> {
      const site = siteOf(origin);
      if (site !== undefined) await write(origin, { ...site, accounts: [...accounts] });
    },

    disconnect: (origin: string): Promise<void> => write(origin, undefined),

    mark: (): ListMark => ({
      version: version.text(),
      count: Object.keys(kept.get().sites).length,
    }),

    list,
  };
}

interface Site {
  readonly accounts: readonly string[];
  /** Epoch milliseconds. */
  readonly connectedAt: number;
}
