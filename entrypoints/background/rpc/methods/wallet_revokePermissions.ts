import type { SiteChains } from '../../kernel/site-chains.ts';
import type { Sites } from '../../kernel/sites.ts';
import { type Method, method } from '../method.ts';
import { parseAccountsPermission } from '../permissions.ts';

/** `wallet_revokePermissions` (EIP-2255): disconnects the site. */
export const wallet_revokePermissions = (deps: {
  sites: Pick<Sites, 'disconnect'>;
  siteChains: Pick<SiteChains, 'forget'>;
}): Method =>
  method({
    name: 'wallet_revokePermissions',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: parseAccountsPermission,
    async handle(_, { requester }) {
      await deps.sites.disconnect(requester.origin);
      await deps.siteChains.forget(requester.origin);
      return null;
    },
  });
