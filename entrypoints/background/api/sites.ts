import { CondorError } from '../../../shared/errors.ts';
import type { Networks } from '../state/networks.ts';
import type { SiteChains } from '../state/site-chains.ts';
import type { Sites } from '../state/sites.ts';
import type { Handlers } from './serve.ts';

type Topics = 'sites.page' | 'sites.disconnect' | 'sites.setAccounts' | 'sites.setChain';

class SiteError extends CondorError<'unknown-network'> {}

/** Accounts and chain of each site. */
export function siteHandlers(deps: {
  sites: Sites;
  siteChains: SiteChains;
  isKnownChain: (chainId: number) => boolean;
  networks: Pick<Networks, 'use'>;
}): Pick<Handlers, Topics> {
  const { sites, siteChains } = deps;
  return {
    async 'sites.page'({ search, count }) {
      const wanted = search.trim().toLowerCase();
      const found = sites.list().filter(({ origin }) => origin.toLowerCase().includes(wanted));
      const rows = found
        .slice(0, count)
        .map((site) => ({ ...site, chainId: siteChains.of(site.origin) }));
      return { rows, total: found.length };
    },
    async 'sites.disconnect'({ origin }) {
      await sites.disconnect(origin);
      await siteChains.forget(origin);
    },
    'sites.setAccounts': ({ origin, accounts }) => sites.setAccounts(origin, accounts),
    async 'sites.setChain'({ origin, chainId }) {
      if (!deps.isKnownChain(chainId)) {
        throw new SiteError('unknown-network', 'The network is not known.');
      }
      if (!sites.isConnected(origin)) return;
      await deps.networks.use(chainId);
      await siteChains.set(origin, chainId);
    },
  };
}
