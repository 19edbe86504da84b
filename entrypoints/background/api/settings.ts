import type { AwaitedChange } from '../../../shared/messages/awaited-change.ts';
import type { Opens } from '../../../shared/messages/snapshot.ts';
import type { Fetch } from '../../../shared/ports.ts';
import type { LanguageChoice } from '../../../shared/texts.ts';
import type { Tenant } from '../../../shared/wire/vault.ts';
import type { ExpiryNotices } from '../positions/expiry-notices.ts';
import type { PortfolioCache } from '../positions/portfolio-cache.ts';
import { addressesOf, type Settings } from '../state/settings.ts';
import { checkHosts } from './check-hosts.ts';
import { checkServices, isAnyUp } from './check-services.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `settings.${string}` | `portfolio.${string}`>;

export function settingsHandlers(deps: {
  settings: Settings;
  portfolio: PortfolioCache;
  fetch: Fetch;
  /** The tenant of the vault's server; undefined for a vault on this device only. */
  tenant: () => Tenant | undefined;
  /** Makes requests to this address carry the tenant's origin, until `onServices` runs. */
  setOriginAt: (vaultUrl: string, origin: string) => Promise<void>;
  setDefaultWallet: (isOn: boolean) => Promise<boolean>;
  /** Completes a change when the browser next grants access. */
  awaitAccess: (change: AwaitedChange | null) => Promise<void>;
  expiryNotices: ExpiryNotices;
  /** Sets the language of the worker's notifications. */
  setLanguage: (choice: LanguageChoice) => Promise<void>;
  /** Sets what a click on the icon opens. */
  setOpens: (opens: Opens) => Promise<void>;
  /** Called when addresses of services changed. */
  onServices: () => Promise<void>;
}): Pick<Handlers, Topics> {
  return {
    async 'settings.isAnyServerUp'() {
      const urls = addressesOf(deps.settings.services()).filter((url) => url !== '');
      return { isUp: await isAnyUp(deps.fetch, urls) };
    },
    async 'settings.checkServices'({ services }) {
      const { fetch, settings } = deps;
      checkHosts(addressesOf(services));
      const tenant = deps.tenant();
      const problems = await settings.whileTrying(services, async () => {
        // A vault on this device only uses no server, so its address isn't checked.
        if (tenant === undefined) {
          return checkServices({ fetch, tenantId: undefined }, { ...services, vaultUrl: '' });
        }
        await deps.setOriginAt(services.vaultUrl, tenant.origin);
        return checkServices({ fetch, tenantId: tenant.id }, services);
      });
      await deps.onServices();
      return { problems };
    },
    async 'settings.setServices'({ services }) {
      checkHosts(addressesOf(services));
      await deps.settings.setServices(services);
      await deps.onServices();
    },
    async 'settings.setDefaultWallet'({ isOn }) {
      return { isOn: await deps.setDefaultWallet(isOn) };
    },
    'settings.awaitAccess': ({ change }) => deps.awaitAccess(change),
    'settings.set': (change) => deps.settings.write(change),
    async 'settings.setLanguage'({ language }) {
      await deps.setLanguage(language);
      await deps.settings.write({ language });
    },
    async 'settings.setExpiryNotices'({ kind }) {
      await deps.settings.write({ expiryNotices: kind });
      await deps.expiryNotices.choose();
    },
    async 'settings.setOpens'({ opens }) {
      await deps.setOpens(opens);
      await deps.settings.write({ opens });
    },
    'portfolio.refresh': (options) => deps.portfolio.refresh(options),
  };
}
