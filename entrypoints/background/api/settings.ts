import type { PortfolioCache } from '../positions/portfolio-cache.ts';
import type { Settings } from '../state/settings.ts';
import type { Sites } from '../state/sites.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<
  keyof Handlers,
  `settings.${string}` | `sites.${string}` | `portfolio.${string}`
>;

export function settingsHandlers(deps: {
  settings: Settings;
  sites: Sites;
  portfolio: PortfolioCache;
}): Pick<Handlers, Topics> {
  return {
    async 'settings.setServices'({ services }) {
      await deps.settings.setServices(services);
      return null;
    },
    async 'sites.disconnect'({ origin }) {
      await deps.sites.disconnect(origin);
      return null;
    },
    async 'portfolio.refresh'() {
      await deps.portfolio.refresh();
      return null;
    },
  };
}
