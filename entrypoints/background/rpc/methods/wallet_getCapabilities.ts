import type { Address } from 'viem';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Batching } from '../../approvals/sending/batching.ts';
import type { Networks } from '../../kernel/networks.ts';
import type { Sites } from '../../kernel/sites.ts';
import { type Method, method } from '../method.ts';
import { accountParam, chainIdHex, chainIdParam, listParams } from '../params.ts';

/**
 * `wallet_getCapabilities` (EIP-5792). Pages call it without a user's action, so a locked wallet
 * answers without opening a window.
 */
export const wallet_getCapabilities = (deps: {
  batching: Pick<Batching, 'statusOf'>;
  networks: Pick<Networks, 'all'>;
  sites: Pick<Sites, 'permits'>;
}): Method =>
  method<{ account: Address; only: readonly number[] | undefined }>({
    name: 'wallet_getCapabilities',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse(params) {
      const [account, chains] = listParams(params, 1);
      if (chains !== undefined && !Array.isArray(chains)) throw new RpcError('invalidParams');
      return { account: accountParam(account), only: chains?.map(askedChain) };
    },
    async handle({ account, only }, { requester }) {
      if (!deps.sites.permits(requester.origin, account)) throw new RpcError('unauthorized');
      const chains = deps.networks
        .all()
        .map(({ chainId }) => chainId)
        .filter((chainId) => only === undefined || only.includes(chainId));
      return Object.fromEntries(
        await Promise.all(
          chains.map(async (chainId) => {
            const status = await deps.batching.statusOf(account, chainId);
            // The wallet offers a smart account when a request needs it, so pages get `ready`
            // instead of `offered`.
            const shown = status === 'offered' ? 'ready' : status;
            return [chainIdHex(chainId), { atomic: { status: shown } }];
          }),
        ),
      );
    },
  });

/**
 * Parses a chain id of the params. Returns 0 for "0x0", which stands for capabilities that all
 * chains share (EIP-5792). This wallet has no such capability: `atomic` belongs to single chains.
 */
const askedChain = (chain: unknown): number => (chain === '0x0' ? 0 : chainIdParam(chain));
