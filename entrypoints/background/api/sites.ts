import type { SiteChains } from '../state/site-chains.ts';
import type { Sites } from '../state/sites.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `sites.${string}`>;

/** What each site may see, and on which chain it is. */
export function siteHandlers(deps: {
  sites: Sites;
  siteChains: SiteChains;
}): Pick<Handlers, Topics> {
  const { sites, siteChains } = deps;
  return {
    async 'sites.disconnect'({ origin }) {
      await sites.disconnect(origin);
      await siteChains.forget(origin);
      return null;
    },
    async 'sites.setAccounts'({ origin, accounts }) {
      if (sites.isConnected(origin)) await sites.connect(origin, accounts);
      return null;
    },
    async 'sites.setChain'({ origin, chainId }) {
      if (sites.isConnected(origin)) await siteChains.set(origin, chainId);
      return null;
    },
  };
}
