import type { Hex } from 'viem';
import type { ChainNode } from '../../shared/chain/logs/chain-node.ts';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { Clock } from '../../shared/ports.ts';
import type { EpochMs } from '../../shared/units.ts';
import { latestBlock } from '../chain/blocks.ts';
import { multicall } from '../chain/multicall.ts';
import type { Nodes } from '../chain/nodes.ts';
import { PRICE_READS, type SpotPrices, spotPricesOf } from '../chain/spot-prices.ts';
import type { NodeStatus } from '../chain/tracked-node.ts';
import { isLive } from '../live-window.ts';
import {
  addBudgetReads,
  addFundsReads,
  fundsKeys,
  type Reads,
  type Standing,
  standingOf,
  type UnlistedReason,
  unlistedReason,
} from './budgets.ts';
import type { LiveOrder, LiveOrders } from './live-orders.ts';

/** Milliseconds after which a spot price is no longer published. */
const PRICE_LIFE_MS = 300_000;
/**
 * Maximum number of reads per request. Every entry of a list may have a different maker. The
 * remaining values are read with the next block.
 */
const READS_AT_ONCE = 800;

export interface ChainState {
  /** Reads the chain if there is a new block, then hides or shows orders. */
  refresh(): Promise<void>;
  /** Reads the funds and budgets of these entries that aren't known yet. */
  askStanding(entries: readonly FeedEntry[]): Promise<void>;
  /** Returns why the feed doesn't list an order; undefined for a listed order. */
  unlistedReason(entry: FeedEntry): UnlistedReason | undefined;
  /** Returns the known state of an order. */
  standing(entry: FeedEntry): Standing;
  /** Spot prices by ticker; empty after minutes without a response. */
  prices(): SpotPrices;
  status(): {
    readonly isReachable: boolean;
    readonly block: number | undefined;
    readonly readAt: EpochMs | undefined;
    readonly nodes: readonly NodeStatus[];
  };
}

/** Reads the chain's state for the feed's orders and assets, at most once per block. */
export function createChainState(deps: {
  readonly nodes: Nodes;
  readonly live: LiveOrders;
  readonly clock: Clock;
  /** Returns true for an order whose maker contract no longer accepts its signer. */
  readonly isRefused: (order: LiveOrder) => boolean;
}): ChainState {
  const { nodes, live, clock } = deps;
  let block: { readonly number: number; readonly hash: Hex } | undefined;
  let readAt: EpochMs | undefined;
  let isReachable = false;
  let prices: SpotPrices = {};
  let answers = new Map<string, Hex | undefined>();

  /** For orders whose makers can't pay, only the funds are read. */
  function readsOfFeed(): Reads {
    const reads: Reads = new Map();
    for (const { entry, isFunded } of live.values()) {
      addFundsReads(reads, entry);
      if (isFunded) addBudgetReads(reads, entry);
    }
    return reads;
  }

  async function read(node: ChainNode): Promise<void> {
    const head = await latestBlock(node);
    const isNewBlock = head.hash !== block?.hash;
    const reads = [...readsOfFeed()];
    // Between blocks, only the values of new entries are missing.
    const wanted = isNewBlock ? reads : reads.filter(([key]) => !answers.has(key));
    const results = await multicall(node, [
      ...wanted.map(([, readOf]) => readOf),
      ...(isNewBlock ? PRICE_READS : []),
    ]);
    const fresh = wanted.map(([key], i) => [key, results[i]] as const);
    if (isNewBlock) {
      prices = spotPricesOf(results.slice(wanted.length));
      answers = new Map(fresh);
    } else for (const [key, answer] of fresh) answers.set(key, answer);
    for (const order of live.values()) {
      const { digest, entry } = order;
      if (!isKnown(entry)) continue;
      const standing = standingOf(entry, answers, prices);
      const isOpen = standing.isOpen && !deps.isRefused(order);
      live.setStanding(digest, { ...standing, isOpen });
    }
    block = head;
    readAt = clock.now();
  }

  /**
   * Returns true if the funds of the order's maker were read. Other orders keep their present
   * standing.
   */
  function isKnown(entry: FeedEntry): boolean {
    return fundsKeys(entry).every((key) => answers.has(key));
  }

  function freshPrices(): SpotPrices {
    const areFresh =
      readAt !== undefined && isLive(readAt + PRICE_LIFE_MS, PRICE_LIFE_MS, clock.now());
    return areFresh ? prices : {};
  }

  return {
    async refresh() {
      try {
        await nodes.use(read);
        isReachable = true;
      } catch (error) {
        isReachable = false;
        throw error;
      }
    },
    unlistedReason: (entry) => unlistedReason(entry, answers, freshPrices()),
    async askStanding(entries) {
      if (!isReachable) return;
      const reads: Reads = new Map();
      // Funds come first, because they decide which orders are accepted.
      for (const entry of entries) addFundsReads(reads, entry);
      for (const entry of entries) addBudgetReads(reads, entry);
      const wanted = [...reads].filter(([key]) => !answers.has(key)).slice(0, READS_AT_ONCE);
      if (wanted.length === 0) return;
      const results = await nodes.use((node) =>
        multicall(
          node,
          wanted.map(([, readOf]) => readOf),
        ),
      );
      wanted.forEach(([key], i) => {
        answers.set(key, results[i]);
      });
    },
    standing: (entry) => standingOf(entry, answers, freshPrices()),
    prices: freshPrices,
    status: () => ({ isReachable, block: block?.number, readAt, nodes: nodes.status() }),
  };
}
