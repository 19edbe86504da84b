import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { type Areas, stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createIndexerClient } from '../../../entrypoints/background/market/indexer-client.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { createFillHistory } from '../../../entrypoints/background/positions/history/fill-history.ts';
import { createRecentTrades } from '../../../entrypoints/background/positions/recent-trades.ts';
import { createPositions } from '../../../entrypoints/background/positions/refresh.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import { KNOWN_EMITTERS, type TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { epochMs, price8 } from '../../../shared/units.ts';
import { memoryLayouts } from './memory-layouts.ts';
import { memoryNotes } from './memory-notes.ts';

/** Creates the part of a wallet that reads positions from nodes, with or without an indexer. */
export async function chainPositions(options: {
  readonly areas: Areas;
  readonly urls: readonly string[];
  readonly account: () => string | undefined;
  readonly fetch?: Fetch;
  readonly indexer?: { readonly url: string; readonly fetch: Fetch };
  readonly clock?: Clock;
  readonly wait?: Wait;
  /** Pause between two requests to a node. */
  readonly pauseMs?: number;
  /** Books and factories whose logs are read. */
  readonly emitters?: () => TrustedEmitters;
}) {
  const { areas, urls, account, fetch = globalThis.fetch, indexer } = options;
  const { wait = systemWait, pauseMs = 1, emitters = () => KNOWN_EMITTERS } = options;
  const clock = options.clock ?? { now: () => epochMs(Date.now()) };
  const client = createRpc({ fetch, urls: () => urls, pace: { clock, wait } });
  const trades = createRecentTrades({
    stored: stored(areas, STORED_KEYS.recentTrades),
    rpc: client,
    clock,
  });
  const history = createFillHistory({
    stored: stored(areas, STORED_KEYS.fillHistory),
    client,
    fetch,
    clock,
    wait,
    pauseMs,
    timeoutMs: 300,
    urls: () => urls,
    account,
    emitters: () => [...emitters().books, ...emitters().factories],
  });
  await Promise.all([trades.load(), history.load()]);
  const read: { rows: number; isComplete: boolean }[] = [];
  const positions = createPositions({
    indexer: createIndexerClient({
      fetch: indexer?.fetch ?? fetch,
      url: () => indexer?.url ?? '',
      layouts: memoryLayouts(),
    }),
    client,
    trades,
    history,
    clock,
    wait: async () => undefined,
    account,
    canSign: () => true,
    spots: {
      of: () => ({ price: price8(2_450_00000000n), source: 'chain' }),
      refresh: async () => undefined,
    },
    quotes: () => [],
    budgetOf: ({ order }) => order.maxCollateralUsable,
    offerOf: () => undefined,
    checkQuotes: async () => undefined,
    onRead: (_, rows, isComplete) => void read.push({ rows: rows.length, isComplete }),
    ...memoryNotes(),
  });
  return { positions, history, client, trades, read };
}
