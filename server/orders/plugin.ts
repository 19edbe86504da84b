import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Address } from 'viem';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { createNode } from '../../shared/chain/logs/rpc-node.ts';
import type { Clock, Fetch } from '../../shared/ports.ts';
import { abortable } from '../chain/abortable.ts';
import { startLoop } from '../chain/loop.ts';
import { createNodes } from '../chain/nodes.ts';
import { createLease } from '../database/lease.ts';
import { startListener } from '../database/listener.ts';
import { migrate } from '../database/migrate.ts';
import type { OpenDatabase } from '../database/open.ts';
import { createAddressLimit } from '../http/address-limit.ts';
import { describeRoutes } from '../http/describe-routes.ts';
import { countersOf, type RateCounters } from '../http/rate-counters.ts';
import { READER_MS } from '../http/slow-reader.ts';
import { createChainState } from './chain-state.ts';
import { createContractMakers } from './contract-makers.ts';
import { createEntryChecker } from './entry-checker.ts';
import { observeFeed } from './feed-metrics.ts';
import { createFeedStream } from './feed-stream.ts';
import {
  DEADLINES_MS,
  LIMITS,
  type OrdersDeadlines,
  type OrdersLimits,
  RATES,
  STREAMS,
  type StreamLimits,
} from './limits.ts';
import { createLiveOrders } from './live-orders.ts';
import { ORDERS_MEANINGS } from './meanings.ts';
import { createRefusedSigners } from './refused-signers.ts';
import { ordersRoutes } from './routes.ts';
import { createOrdersService } from './service.ts';
import { createOrdersStore, ORDERS_CHANNEL } from './store.ts';
import { ORDERS_MIGRATIONS, type OrdersTables } from './tables.ts';
import { createUpstream } from './upstreams.ts';

export interface OrdersServiceOptions {
  /** On SQLite, open it with `busyTimeoutMs: 0`. */
  readonly database: OpenDatabase<OrdersTables>;
  readonly chain: { readonly rpcUrls: readonly string[]; readonly pollMs?: number };
  readonly clock: Clock;
  readonly upstreams?: readonly string[];
  /** Pause between reads of an upstream, and the timeout of one read. */
  readonly upstreamPace?: { readonly pollMs: number; readonly timeoutMs: number };
  /** Limits of live orders; generous defaults. */
  readonly limits?: OrdersLimits;
  /** Timeouts for the parts of a post. */
  readonly deadlines?: OrdersDeadlines;
  /** Order books whose orders are published. */
  readonly books?: readonly Address[];
  readonly fetch?: Fetch;
  /** Turns the per-address rate limits on (`limits.ts`); off by default. */
  readonly rateLimits?: boolean;
  /** Counts for the rate limits; by default in this process. */
  readonly counters?: RateCounters | undefined;
  /** Timeouts for clients that read the feed. */
  readonly readerTimeouts?: typeof READER_MS;
  /** Limits of streams; generous defaults. */
  readonly streams?: StreamLimits;
  /** Serves `openapi.json`; on by default. */
  readonly isDescribed?: boolean;
  /** Receives the feed's metrics. */
  readonly registry?: Registry;
}

const UPSTREAM_PACE = { pollMs: 30_000, timeoutMs: 15_000 };
/**
 * How often changes of other instances are read. PostgreSQL also notifies of them; a notification
 * can be lost.
 */
const CATCH_UP_MS = { sqlite: 200, postgres: 5_000 };
/** After a longer gap, deleted changes may be missing (`KEPT_SECONDS` in `service`). */
const LONGEST_GAP_MS = 60_000;
const PRUNE_MS = 200;
/** Signers of maker contracts are checked again after this many reads of the chain. */
const SIGNERS_POLLS = 5;
const FORGET_MS = 30_000;
/** How often the heads of several nodes are compared. */
const COMPARE_HEADS_MS = 10_000;

/**
 * Serves the order feed: makers post signed orders, upstream feeds are polled, every entry is
 * verified, and orders that the chain would fill are published. Register it under a prefix; closing
 * the app ends its work, the caller closes the database. When a chain, an upstream or a database is
 * down, `/health` reports it and the feed continues with the data that it has.
 */
export async function ordersService(
  app: FastifyInstance,
  options: OrdersServiceOptions,
): Promise<void> {
  const { database, clock, chain, books = [BOOK_R12], upstreamPace = UPSTREAM_PACE } = options;
  const { db } = database;
  const { pollMs = 1_000 } = chain;
  const counters = countersOf(options);
  const limitOf = (name: keyof typeof RATES) =>
    createAddressLimit(counters, `orders ${name}`, RATES[name]);
  await migrate(database, 'orders', ORDERS_MIGRATIONS);
  if (options.isDescribed !== false)
    await describeRoutes(app, { title: 'Order feed', meanings: ORDERS_MEANINGS });

  const closing = new AbortController();
  const fetch = abortable(options.fetch ?? globalThis.fetch, closing.signal);
  const nodes = createNodes(
    chain.rpcUrls.map((url) => createNode({ url, fetch })),
    clock,
    { compareHeadsMs: COMPARE_HEADS_MS },
  );
  const { limits = LIMITS } = options;
  const live = createLiveOrders(limits.hiddenSeconds, (digest, body) => stream.note(digest, body));
  const contractMakers = createContractMakers({ nodes, clock });
  const checker = createEntryChecker();
  const refused = createRefusedSigners({ makers: contractMakers, checker, live, books, clock });
  const state = createChainState({ nodes, live, clock, isRefused: refused.isRefused });
  const store = createOrdersStore(database);
  const service = createOrdersService({
    clock,
    books,
    checker,
    store,
    live,
    chain: state,
    limits,
    deadlines: options.deadlines ?? DEADLINES_MS,
    reportUnreadable: (digest) => app.log.warn({ digest }, 'a stored order cannot be read'),
    // Without a response from the chain no signer is accepted.
    acceptedSigners: (signers) => contractMakers.accepted(signers).catch(() => new Map()),
  });
  const stream = createFeedStream({
    ...{ feed: service.feed, marketData: service.marketData },
    limits: options.streams ?? STREAMS,
    isLimited: counters !== undefined,
  });
  app.addHook('preClose', stream.close);
  const holder = randomUUID();
  const leaseOf = (url: string) => {
    const termMs = 2 * upstreamPace.pollMs;
    return createLease({ db, clock, name: `orders upstream ${url}`, holder, termMs });
  };
  const { timeoutMs } = upstreamPace;
  const { publish } = service;
  const upstreams = (options.upstreams ?? []).map((url) =>
    createUpstream({
      ...{ url, fetch, clock, timeoutMs, lease: leaseOf(url) },
      ...{ publish, readFeed: checker.readFeed },
    }),
  );

  let isStoreReachable = true;
  let caughtUpAt: number = clock.now();
  let forgottenAt = 0;
  let isReloadDue = false;
  async function keepUp(): Promise<void> {
    try {
      const isWhole = isReloadDue || clock.now() - caughtUpAt > LONGEST_GAP_MS;
      isReloadDue = false;
      await service.catchUp(isWhole).catch((error: unknown) => {
        isReloadDue = isWhole;
        throw error;
      });
      caughtUpAt = clock.now();
      await service.storeDropped();
      if (clock.now() - forgottenAt > FORGET_MS) {
        await service.forget();
        forgottenAt = clock.now();
      }
      isStoreReachable = true;
    } catch {
      // `/health` reports it. The feed continues from memory.
      isStoreReachable = false;
    }
  }

  const health = () => {
    const chainStatus = state.status();
    const upstreamStatus = upstreams.map((upstream) => upstream.status());
    const isOk =
      chainStatus.isReachable &&
      isStoreReachable &&
      upstreamStatus.every(({ status }) => status !== 'failing');
    return {
      status: isOk ? ('ok' as const) : ('degraded' as const),
      orders: live.size,
      unfunded: live.unfundedSize,
      makers: new Set([...live.values()].map(({ entry }) => entry.order.maker)).size,
      database: isStoreReachable ? 'ok' : 'failing',
      chain: chainStatus,
      upstreams: upstreamStatus,
      timestamp: clock.now(),
    };
  };
  if (options.registry !== undefined) observeFeed(options.registry, health);
  ordersRoutes(app, {
    service,
    stream,
    limits: {
      reads: limitOf('reads'),
      posts: limitOf('posts'),
      entries: limitOf('entries'),
      withdrawals: limitOf('withdrawals'),
    },
    readerTimeouts: options.readerTimeouts ?? READER_MS,
    health,
  });

  await keepUp();
  const changes = startLoop(keepUp, CATCH_UP_MS[database.engine]);
  let connections = 0;
  const listener =
    database.target.engine === 'postgres'
      ? startListener({
          url: database.target.url,
          channel: ORDERS_CHANNEL,
          onNotice: () => void changes.wake(),
          onConnect: () => {
            // The server of a later connection can be another one, without the last changes.
            if (connections++ > 0) isReloadDue = true;
            void changes.wake();
          },
        })
      : undefined;
  const loops = [
    changes,
    startLoop(async () => service.prune(), PRUNE_MS),
    // The failure is in the chain's status, which `/health` reports.
    startLoop(() => state.refresh().catch(() => undefined), pollMs),
    // Without a response, the orders stay as they are.
    startLoop(() => refused.refresh().catch(() => undefined), SIGNERS_POLLS * pollMs),
    ...upstreams.map((upstream) => startLoop(() => upstream.poll(), upstreamPace.pollMs)),
  ];
  app.addHook('onClose', async () => {
    closing.abort();
    await listener?.stop();
    await Promise.all(loops.map((loop) => loop.stop()));
    await checker.close();
  });
}
