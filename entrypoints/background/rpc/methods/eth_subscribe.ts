import { isRecord } from '../../../../shared/messages/page.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { type Method, method } from '../method.ts';
import { listParams } from '../params.ts';
import { documentKeyOf } from '../sender.ts';
import type { Subscriptions } from '../subscriptions.ts';

/** `eth_subscribe` to heads and logs, and `eth_unsubscribe`; news arrive as `message` events. */
export function subscriptionMethods(deps: { subscriptions: Subscriptions }): Method[] {
  return [
    method<{ kind: 'newHeads' | 'logs'; filter: Readonly<Record<string, unknown>> }>({
      name: 'eth_subscribe',
      parse(params) {
        const [kind, filter = {}] = listParams(params, 1);
        if (kind !== 'newHeads' && kind !== 'logs') {
          throw new RpcError('invalidParams', 'The wallet subscribes to newHeads and logs.');
        }
        if (!isRecord(filter)) throw new RpcError('invalidParams');
        const { address, topics } = filter;
        return {
          kind,
          filter: {
            ...(address === undefined ? {} : { address }),
            ...(topics === undefined ? {} : { topics }),
          },
        };
      },
      needs: 'nothing',
      once: true,
      async handle(params, { requester, chainId }) {
        const documentKey = documentKeyOf(requester);
        const id = await deps.subscriptions.start({ ...params, documentKey, chainId });
        if (id === undefined) {
          throw new RpcError('invalidParams', 'The page has too many subscriptions.');
        }
        return id;
      },
    }),
    method<string>({
      name: 'eth_unsubscribe',
      parse(params) {
        const [id] = listParams(params, 1);
        if (typeof id !== 'string') throw new RpcError('invalidParams');
        return id;
      },
      needs: 'nothing',
      once: false,
      handle: async (id, { requester }) => deps.subscriptions.stop(documentKeyOf(requester), id),
    }),
  ];
}
