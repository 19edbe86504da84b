import { hasCode } from '../../../shared/errors.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import type { Rpc } from './rpc.ts';

/** Milliseconds before each retry: the slowest public nodes serve one request per second. */
const PAUSES_MS = [1_000, 1_500, 2_500];

/**
 * Retries reads that a node refused because of a rate limit or a short outage, until the deadline.
 * Errors about the request itself are final.
 */
export function retryingRpc(
  rpc: Rpc,
  wait: Wait,
  deadline?: { readonly clock: Clock; readonly until: number },
): Rpc {
  const isOver = (pause: number) =>
    deadline !== undefined && deadline.clock.now() + pause >= deadline.until;
  return {
    async request(method, params) {
      for (const pause of PAUSES_MS) {
        try {
          return await rpc.request(method, params);
        } catch (error) {
          const isFinal = !hasCode(error, 'chainUnreachable') || method.startsWith('eth_send');
          if (isFinal || isOver(pause)) throw error;
          await wait(pause);
        }
      }
      return rpc.request(method, params);
    },
  };
}
