import { askUnlock } from '../ask-unlock.ts';
import { type Method, method } from '../method.ts';
import { pageAccounts } from '../page-accounts.ts';
import { noParams } from '../params.ts';
import { askConnection, type ConnectionDeps } from './ask-connection.ts';

/**
 * `eth_accounts`, `eth_coinbase`, `eth_requestAccounts` (EIP-1102): the accounts that a site may
 * see.
 */
export function accountMethods(deps: ConnectionDeps & { isLocked: () => boolean }): Method[] {
  return [
    method({
      name: 'eth_accounts',
      parse: noParams,
      needs: 'nothing',
      once: false,
      // Opens no prompt, even if the wallet is locked.
      handle: async (_, context) => pageAccounts(context.accounts),
    }),
    method({
      name: 'eth_coinbase',
      parse: noParams,
      needs: 'nothing',
      once: false,
      handle: async (_, context) => pageAccounts(context.accounts)[0] ?? null,
    }),
    method({
      name: 'eth_requestAccounts',
      parse: noParams,
      needs: 'nothing',
      once: false,
      async handle(_, context) {
        const { origin } = context.requester;
        if (context.accounts.length > 0) return pageAccounts(context.accounts);
        if (deps.isLocked() && deps.sites.isConnected(origin)) {
          await askUnlock(deps.approvals, context.requester, context.chainId);
          const accounts = deps.sites.visibleTo(origin);
          if (accounts.length > 0) return pageAccounts(accounts);
        }
        await askConnection(deps, context);
        return pageAccounts(deps.sites.visibleTo(origin));
      },
    }),
  ];
}
