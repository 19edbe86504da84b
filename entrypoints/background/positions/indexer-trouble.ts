import type { Clock } from '../../../shared/ports.ts';
import type { IndexerTrouble } from '../../../shared/positions/position-view.ts';
import { getBlockNumber } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type IndexerClient, IndexerError } from './indexer-client.ts';

/** An indexer further behind the chain than this isn't reliable. */
const OLD_SECONDS = 3_600;
const BLOCK_SECONDS = 2;
/** Milliseconds for which a measured age counts. */
const AGE_MS = 300_000;

/**
 * Returns a function that reports whether the indexer is more than an hour behind the chain: by its
 * last block, or by the time of its last update. False when it reports neither.
 */
export function createIndexerAge(deps: {
  readonly indexer: Pick<IndexerClient, 'progress'>;
  readonly client: Rpc;
  readonly clock: Clock;
}): () => Promise<boolean> {
  const { indexer, client, clock } = deps;
  let last: { readonly at: number; readonly isOld: boolean } | undefined;

  async function look(): Promise<boolean> {
    const { block, at } = await indexer.progress();
    if (block !== undefined) {
      const head = Number(await getBlockNumber(client));
      return (head - block) * BLOCK_SECONDS > OLD_SECONDS;
    }
    return at !== undefined && clock.now() / 1000 - at > OLD_SECONDS;
  }

  return async () => {
    if (last === undefined || clock.now() - last.at > AGE_MS) {
      // Without an answer the indexer counts as reliable.
      const isOld = await look().catch(() => false);
      last = { at: clock.now(), isOld };
    }
    return last.isOld;
  };
}

/** Returns the code of an indexer's failure. */
export function troubleOf(error: unknown): IndexerTrouble {
  if (!(error instanceof IndexerError)) return 'unreachable';
  switch (error.code) {
    case 'indexer-behind':
      return 'behind';
    case 'indexer-unreadable':
      return 'unreadable';
    case 'indexer-unreachable':
      return 'unreachable';
  }
}
