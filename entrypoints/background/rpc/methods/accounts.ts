import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { Sites } from '../../state/sites.ts';
import { type Method, method } from '../method.ts';
import { noParams } from '../params.ts';

/** `eth_accounts` and `eth_requestAccounts` (EIP-1102): what a site sees of the user. */
export function accountMethods(deps: { approvals: Approvals; sites: Sites }): Method[] {
  return [
    method({
      name: 'eth_accounts',
      parse: noParams,
      needs: 'nothing',
      once: false,
      // Never a prompt: a locked wallet answers the empty list.
      handle: async (_, context) => context.accounts,
    }),
    method({
      name: 'eth_requestAccounts',
      parse: noParams,
      needs: 'nothing',
      once: false,
      async handle(_, context) {
        if (context.accounts.length > 0) return context.accounts;
        const { origin } = context.requester;
        const choice = await deps.approvals.request({
          requestKey: context.requestKey,
          requester: context.requester,
          request: { kind: 'connect' },
          chainId: CHAIN_ID,
        });
        if (choice.kind !== 'connect' || choice.accounts.length === 0) {
          throw new RpcError('rejected');
        }
        await deps.sites.connect(origin, choice.accounts);
        return deps.sites.visibleTo(origin);
      },
    }),
  ];
}
