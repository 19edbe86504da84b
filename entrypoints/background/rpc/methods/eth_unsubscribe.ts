import { RpcError } from '../../../../shared/rpc/codes.ts';
import { type Method, method } from '../method.ts';
import { listParams } from '../params.ts';
import { documentKeyOf } from '../sender.ts';
import type { Subscriptions } from '../subscriptions.ts';

/** `eth_unsubscribe`: removes a subscription and returns whether the document had it. */
export const eth_unsubscribe = ({ subscriptions }: { subscriptions: Subscriptions }): Method =>
  method<string>({
    name: 'eth_unsubscribe',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse(params) {
      const [id] = listParams(params, 1);
      if (typeof id !== 'string') throw new RpcError('invalidParams');
      return id;
    },
    handle: async (id, { requester }) => subscriptions.stop(documentKeyOf(requester), id),
  });
