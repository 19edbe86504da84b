import { isRecord } from '../../../../shared/is-record.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { topOf } from '../../approvals/site-limits.ts';
import { type Method, method } from '../method.ts';
import { listParams } from '../params.ts';
import { documentKeyOf } from '../sender.ts';
import type { Subscriptions } from '../subscriptions.ts';

/** Maximum JSON characters of a subscription's `address` and `topics`, which the wallet stores. */
const MAX_FILTER_LENGTH = 16_384;

/**
 * `eth_subscribe` to heads and logs, reported as `message` events. Only for connected sites: a
 * subscription's pauses reveal when the wallet is locked, and its row takes storage.
 */
export const eth_subscribe = ({ subscriptions }: { subscriptions: Subscriptions }): Method =>
  method<{ kind: 'newHeads' | 'logs'; filter: Readonly<Record<string, unknown>> }>({
    name: 'eth_subscribe',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'strangers',
    once: true,
    parse(params) {
      const [kind, filter = {}] = listParams(params, 1);
      if (kind !== 'newHeads' && kind !== 'logs') {
        throw new RpcError('invalidParams', 'The wallet subscribes to newHeads and logs.');
      }
      if (!isRecord(filter)) throw new RpcError('invalidParams');
      const { address, topics } = filter;
      const kept = {
        ...(address === undefined ? {} : { address }),
        ...(topics === undefined ? {} : { topics }),
      };
      if (lengthOf(kept) > MAX_FILTER_LENGTH) throw new RpcError('invalidParams');
      return { kind, filter: kind === 'newHeads' ? {} : kept };
    },
    async handle(params, { requester, requestKey, chainId }) {
      const id = await subscriptions.start({
        ...params,
        requestKey,
        origin: requester.origin,
        documentKey: documentKeyOf(requester),
        site: topOf(requester),
        chainId,
      });
      if (id === undefined) {
        throw new RpcError('invalidParams', 'The page has too many subscriptions.');
      }
      return id;
    },
  });

/** Returns the length as JSON text; infinite for a value that is nested too deep to serialize. */
function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
