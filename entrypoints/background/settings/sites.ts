import { CondorError } from '../../../shared/errors.ts';
import type { Commands } from '../kernel/feature.ts';
import type { Networks } from '../kernel/networks.ts';
import type { SiteChains } from '../kernel/site-chains.ts';
import type { Sites } from '../kernel/sites.ts';

class SiteError extends CondorError<'unknownNetwork'> {}

export function siteCommands(deps: {
  sites: Sites;
  siteChains: SiteChains;
  isKnownChain: (chainId: number) => boolean;
  networks: Pick<Networks, 'use'>;
}): Omit<Commands<'sites'>, 'sites.unblock' | 'sites.allowAgain'> {
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
        throw new SiteError('unknownNetwork', 'The network is not known.');
      }
      if (!sites.isConnected(origin)) return;
      await deps.networks.use(chainId);
      await siteChains.set(origin, chainId);
    },
  };
}
