import type { Clock } from '../../../shared/ports.ts';
import type { TransactionEvents } from '../../../shared/positions/from-logs.ts';
import { type EpochMs, epochMs, secondsOf } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { eventsOfReceipt } from '../chain/trade-receipt.ts';
import { createKeptValue } from '../kernel/kept-value.ts';
import type { Stored } from '../kernel/stored.ts';
import type { RecentTrades as StoredTrades } from './keys.ts';

/** Milliseconds after which a receipt is final and isn't read again. */
export const FINALITY_MS = 3_600_000;
/** Maximum number of kept trades that no indexer lists. With a working indexer there are few. */
const MOST = 256;
/** Number of requests at a time. Public nodes accept sixteen. */
const AT_ONCE = 16;

/** A mined own transaction with its current receipt. */
export interface RecentTrade {
  readonly at: EpochMs;
  readonly events: TransactionEvents;
}

export type RecentTrades = ReturnType<typeof createRecentTrades>;

/**
 * Keeps hashes of the wallet's transactions that the indexer hasn't listed yet. During the first
 * hour, reads their receipts again, because a reorg can remove or move the transactions.
 */
export function createRecentTrades(deps: { stored: Stored<StoredTrades>; rpc: Rpc; clock: Clock }) {
  const kept = createKeptValue(deps.stored, [] as StoredTrades);
  /**
   * Events of receipts that are final, or that weren't confirmed again because the node didn't
   * respond.
   */
  const seen = new Map<string, TransactionEvents>();

  async function write(next: StoredTrades): Promise<void> {
    for (const hash of seen.keys()) {
      if (!next.some((trade) => trade.hash === hash)) seen.delete(hash);
    }
    await kept.set(next);
  }

  async function look({ hash, at }: StoredTrades[number]): Promise<RecentTrade | undefined> {
    const isFinal = deps.clock.now() - at >= FINALITY_MS;
    const before = seen.get(hash);
    if (isFinal && before !== undefined) return { at: epochMs(at), events: before };
    let receipt: unknown;
    try {
      receipt = await deps.rpc.request('eth_getTransactionReceipt', [hash]);
    } catch {
      return before && { at: epochMs(at), events: before };
    }
    const events = eventsOfReceipt(receipt, secondsOf(at), hash);
    if (events === undefined) {
      seen.delete(hash);
      return undefined;
    }
    seen.set(hash, events);
    return { at: epochMs(at), events };
  }

  return {
    load: kept.load,
    async add(mined: string): Promise<void> {
      const hash = mined.toLowerCase();
      const [known = { hash, at: deps.clock.now() }] = kept
        .get()
        .filter((trade) => trade.hash === hash);
      const others = kept.get().filter((trade) => trade !== known);
      await write([...others, known].slice(-MOST));
    },
    /** Returns the trades that are on the chain now, in the order in which they were mined. */
    async all(): Promise<readonly RecentTrade[]> {
      const found: RecentTrade[] = [];
      for (let i = 0; i < kept.get().length; i += AT_ONCE) {
        const some = await Promise.all(
          kept
            .get()
            .slice(i, i + AT_ONCE)
            .map(look),
        );
        found.push(...some.filter((trade) => trade !== undefined));
      }
      return found.sort((a, b) => a.events.block - b.events.block);
    },
    forget: (hashes: ReadonlySet<string>): Promise<void> =>
      write(kept.get().filter(({ hash }) => !hashes.has(hash))),
  };
}
