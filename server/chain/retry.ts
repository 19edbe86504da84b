import { setTimeout as wait } from 'node:timers/promises';
import { NodeError, type NodeErrorCode } from './node.ts';

const ATTEMPTS = 3;
const PAUSE_MS = { busy: 100, other: 30 };
const FINAL: ReadonlySet<NodeErrorCode> = new Set(['range', 'address', 'rejected']);

/**
 * Asks a node again when it is busy, silent or odd: single requests to public nodes fail now and
 * then, and a step of the indexer is many requests. A rejection and a refused range are final.
 * `only` limits the repetitions to one kind of failure.
 */
export async function retry<T>(ask: () => Promise<T>, only?: NodeErrorCode): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NodeError) || attempt === ATTEMPTS) throw error;
      if (FINAL.has(error.code) || (only !== undefined && error.code !== only)) throw error;
      await wait((error.code === 'busy' ? PAUSE_MS.busy : PAUSE_MS.other) * 2 ** (attempt - 1));
    }
  }
}
