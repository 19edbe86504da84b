import { askConnection, type ConnectionDeps } from '../ask-connection.ts';
import { askUnlock } from '../ask-unlock.ts';
import { type Method, method } from '../method.ts';
import { pageAccounts } from '../page-accounts.ts';
import { noParams } from '../params.ts';

/** `eth_requestAccounts` (EIP-1102): the accounts that a site may see, after asking for them. */
export const eth_requestAccounts = (deps: ConnectionDeps & { isLocked: () => boolean }): Method =>
  method({
    name: 'eth_requestAccounts',
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'nobody',
    once: false,
    parse: noParams,
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
  });
