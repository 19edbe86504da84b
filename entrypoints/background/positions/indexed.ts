import type { IndexerTrouble } from '../../../shared/messages/positions.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { IndexerClient } from './indexer-client.ts';
import { createIndexerAge, troubleOf } from './indexer-trouble.ts';
import { cutToNewest, MOST_POSITIONS } from './newest.ts';

/** An indexer that failed after an answer this young may be back soon: the chain isn't read yet. */
const GRACE_MS = 120_000;
/** While the chain is read instead, an indexer that failed is asked again this seldom. */
const ASK_AGAIN_MS = 30_000;

/** An indexer's answer about one account. */
export interface Told {
  readonly account: string;
  /** The newest; the rest is counted. */
  readonly positions: readonly PositionRecord[];
  readonly omitted: number;
  /** Everything that it told of. */
  readonly addresses: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type Indexed = ReturnType<typeof createIndexed>;

/** Keeps the indexer's last answer, and says whether the chain must be read instead. */
export function createIndexed(deps: {
  readonly indexer: IndexerClient;
  readonly client: Rpc;
  readonly clock: Clock;
  /** False where nothing can read the chain's history. */
  readonly hasHistory: boolean;
}) {
  const { indexer, clock, hasHistory } = deps;
  const isOld = createIndexerAge(deps);
  let last: Told | undefined;
  let trouble: IndexerTrouble | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function read(account: string): Promise<void> {
    const indexed = (await indexer.positions(account)).map(({ position }) => position);
    const positions = cutToNewest(indexed, MOST_POSITIONS);
    last = {
      account,
      positions,
      omitted: indexed.length - positions.length,
      addresses: new Set(indexed.map(({ address }) => address)),
      at: clock.now(),
    };
  }

  function isFromChain(account: string): boolean {
    if (trouble === undefined || !hasHistory) return false;
    const isRecent = last?.account === account && clock.now() - last.at < GRACE_MS;
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
    /** Reads the indexer, and remembers why it can't be relied on. */
    async refresh(account: string): Promise<void> {
      trouble = await look(account);
    },
    /** Returns the last answer about an account. */
    of: (account: string): Told | undefined => (last?.account === account ? last : undefined),
    /** Returns why the indexer can't be relied on at present; undefined when it can. */
    trouble: (): IndexerTrouble | undefined => trouble,
    /** Returns whether the account's fills must be found on the chain at present. */
    isFromChain,
    /** Returns whether the last answer named an option. */
    has: (option: string): boolean => last?.addresses.has(option) ?? false,
  };
}
