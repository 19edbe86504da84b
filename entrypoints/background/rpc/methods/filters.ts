import { RpcError } from '../../../../shared/rpc/codes.ts';
import { type Method, method } from '../method.ts';
import type { NodeFilters } from '../node-filters.ts';
import { listParams } from '../params.ts';

/** Filters at the user's node, under the wallet's own ids. */
export function filterMethods({ nodeFilters }: { nodeFilters: NodeFilters }): Method[] {
  const creating = (name: string) =>
    method<readonly unknown[]>({
      name,
      parse: (params) => listParams(params, 0),
      needs: 'nothing',
      once: false,
      handle: (params, { requester, chainId }) =>
        nodeFilters.create(requester, chainId, name, params),
    });
  const asking = (name: string) =>
    method<string>({
      name,
      parse: parseId,
      needs: 'nothing',
      once: false,
      handle: (id, { requester }) => nodeFilters.ask(requester, name, id),
    });
  return [
    creating('eth_newFilter'),
    creating('eth_newBlockFilter'),
    creating('eth_newPendingTransactionFilter'),
    asking('eth_getFilterChanges'),
    asking('eth_getFilterLogs'),
    method<string>({
      name: 'eth_uninstallFilter',
      parse: parseId,
      needs: 'nothing',
      once: false,
      handle: (id, { requester }) => nodeFilters.remove(requester, id),
    }),
  ];
}

function parseId(params: unknown): string {
  const [id] = listParams(params, 1);
  if (typeof id !== 'string' || id.length > 100) throw new RpcError('invalidParams');
  return id;
}
