import type { Wait } from '../../ports.ts';
import { ChainNodeError, type ChainNodeErrorCode } from './chain-node.ts';

const ATTEMPTS = 3;
const PAUSE_MS = { busy: 100, other: 30 };
const FINAL: ReadonlySet<ChainNodeErrorCode> = new Set([
  'range',
  'address',
  'addresses',
  'rejected',
]);

/**
 * Retries a request when the node is busy, is silent or returns invalid data, because single
 * requests to public nodes often fail. Doesn't retry other failures, such as a refused range.
 * `only` limits the retries to one kind of failure.
 */
export async function retryWith<T>(
  wait: Wait,
  ask: () => Promise<T>,
  only?: ChainNodeErrorCode,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ChainNodeError) || attempt === ATTEMPTS) throw error;
      if (FINAL.has(error.code) || error.details.isSlow === true) throw error;
      if (only !== undefined && error.code !== only) throw error;
      await wait((error.code === 'busy' ? PAUSE_MS.busy : PAUSE_MS.other) * 2 ** (attempt - 1));
    }
  }
}
