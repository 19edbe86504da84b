import { hasCode } from '../../../shared/errors.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import type { Rpc } from './rpc.ts';

/** Pauses before a read is repeated, in milliseconds: the slowest public nodes take one per second. */
const PAUSES_MS = [1_000, 1_500, 2_500];

/**
 * Repeats reads that no node served just now: a node that is rate-limited or briefly without backends
 * serves them a moment later. Errors about the request itself are final. Nothing is repeated after
 * the deadline.
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
