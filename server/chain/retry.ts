import { setTimeout as wait } from 'node:timers/promises';
import { NodeError } from './node.ts';

const ATTEMPTS = 3;
const PAUSE_MS = { busy: 100, other: 30 };

/**
 * Asks a node again when it is busy, silent or odd: on public nodes single requests fail now and then,
 * and a step of the indexer is many requests. What it rejects, and a range that it wants smaller, is
 * an answer.
 */
export async function retry<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NodeError) || attempt === ATTEMPTS) throw error;
      if (error.code === 'range' || error.code === 'rejected') throw error;
      await wait((error.code === 'busy' ? PAUSE_MS.busy : PAUSE_MS.other) * 2 ** (attempt - 1));
    }
  }
}
