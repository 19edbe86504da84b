import { askConnection, type ConnectionDeps } from '../ask-connection.ts';
import { type Method, method } from '../method.ts';
import { parseAccountsPermission, permissionsOf } from '../permissions.ts';

/** `wallet_requestPermissions` (EIP-2255). Asks the user even if the site is already connected. */
export const wallet_requestPermissions = (deps: ConnectionDeps): Method =>
  method({
    name: 'wallet_requestPermissions',
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'nobody',
    once: true,
    parse: parseAccountsPermission,
    async handle(only, context) {
      await askConnection(deps, context, only.length === 0 ? undefined : only);
      return permissionsOf(context.requester.origin, deps.sites);
    },
  });
