import type { Clock } from '../../../shared/ports.ts';
import { type IndexerTrouble, MAX_READ_ACCOUNTS } from '../../../shared/positions/position-view.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { getBlockNumber } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type IndexerClient, IndexerError } from '../market/indexer-client.ts';
import { cutToNewest, MAX_POSITIONS } from './newest.ts';

/** Milliseconds after an indexer's last answer until the chain is read instead. */
const GRACE_MS = 120_000;
/** Milliseconds between requests to a failed indexer. */
const ASK_AGAIN_MS = 30_000;

export interface IndexerAnswer {
  /** The newest positions. Older positions are only counted, in `omitted`. */
  readonly positions: readonly PositionRecord[];
  readonly omitted: number;
  /** Options of all positions in the answer. */
  readonly addresses: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type Indexed = ReturnType<typeof createIndexed>;

/** Keeps the indexer's last answers and decides whether the chain must be read instead. */
export function createIndexed(deps: {
  readonly indexer: IndexerClient;
  readonly client: Rpc;
  readonly clock: Clock;
  /** False if no node can read the chain's history. */
  readonly hasHistory: boolean;
}) {
  const { indexer, clock, hasHistory } = deps;
  const isOld = createIndexerAge(deps);
  const answers = new Map<string, IndexerAnswer>();
  let trouble: IndexerTrouble | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function read(account: string): Promise<void> {
    const indexed = (await indexer.positions(account)).map(({ position }) => position);
    const positions = cutToNewest(indexed, MAX_POSITIONS);
    answers.delete(account);
    answers.set(account, {
      positions,
      omitted: indexed.length - positions.length,
      addresses: new Set(indexed.map(({ address }) => address)),
      at: clock.now(),
    });
    const [oldest] = answers.keys();
    if (answers.size > MAX_READ_ACCOUNTS && oldest !== undefined) answers.delete(oldest);
  }

  function isFromChain(account: string): boolean {
    if (trouble === undefined || !hasHistory) return false;
    const last = answers.get(account);
    const isRecent = last !== undefined && clock.now() - last.at < GRACE_MS;
    return trouble === 'none' || trouble === 'old' || !isRecent;
  }

  async function look(account: string): Promise<IndexerTrouble | undefined> {
    if (!indexer.isSet()) return 'none';
    const isRecent = clock.now() - failedAt < ASK_AGAIN_MS;
    if (isRecent && trouble !== undefined && isFromChain(account)) return trouble;
    try {
      await read(account);
    } catch (error) {
      failedAt = clock.now();
      return troubleOf(error);
    }
    return (await isOld()) ? 'old' : undefined;
  }

  return {
    /** Reads the indexer. @throws IndexerError */
    read,
    /** Reads the indexer. If it isn't reliable, stores the reason. */
    async refresh(account: string): Promise<void> {
      trouble = await look(account);
    },
    of: (account: string): IndexerAnswer | undefined => answers.get(account),
    /** Returns why the indexer isn't reliable; undefined while it is reliable. */
    trouble: (): IndexerTrouble | undefined => trouble,
    /** Returns true when the account's fills must currently be found on the chain. */
    isFromChain,
    /** Returns true when an option is in one of the last answers. */
    has: (option: string): boolean =>
      [...answers.values()].some(({ addresses }) => addresses.has(option)),
  };
}

/** An indexer that is further behind the chain than this isn't reliable. */
const OLD_SECONDS = 3_600;
const BLOCK_SECONDS = 2;
/** Milliseconds for which a measured age stays valid. */
const AGE_MS = 300_000;

/**
 * Returns a function that reports whether the indexer is more than an hour behind the chain, by its
 * last block or the time of its last update. The function returns false when the indexer reports
 * neither.
 */
function createIndexerAge(deps: {
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
      // Without an answer, the indexer is treated as reliable.
      const isOld = await look().catch(() => false);
      last = { at: clock.now(), isOld };
    }
    return last.isOld;
  };
}

function troubleOf(error: unknown): IndexerTrouble {
  if (!(error instanceof IndexerError)) return 'unreachable';
  switch (error.code) {
    case 'indexerBehind':
      return 'behind';
    case 'indexerUnreadable':
      return 'unreadable';
    case 'indexerUnreachable':
      return 'unreachable';
  }
}
