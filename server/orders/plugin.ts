import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Address } from 'viem';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { createNode } from '../../shared/chain/logs/rpc-node.ts';
import type { Clock, Fetch } from '../../shared/ports.ts';
import { abortable } from '../chain/abortable.ts';
import { createNodes } from '../chain/nodes.ts';
import { createLease } from '../database/failover/lease.ts';
import { migrate } from '../database/migrate.ts';
import type { OpenDatabase } from '../database/open.ts';
import { createAddressLimit } from '../http/address-limit.ts';
import { serveDescription } from '../http/describe-routes.ts';
import { countersOf, type RateCounters } from '../http/rate-counters.ts';
import { SLOW_READER_MS } from '../http/slow-reader.ts';
import { createChainState } from './chain-state.ts';
import { createContractMakers } from './contract-makers.ts';
import { createEntryChecker } from './entry-checker.ts';
import { observeFeed } from './feed-metrics.ts';
import { createFeedStream } from './feed-stream.ts';
import { createHealth } from './health.ts';
import { createKeepUp } from './keep-up.ts';
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
import { startLoops } from './loops.ts';
import { createRefusedSigners } from './refused-signers.ts';
import { ordersRoutes } from './routes.ts';
import { createOrdersService } from './service.ts';
import { createOrdersStore } from './store.ts';
import { ORDERS_MIGRATIONS, type OrdersTables } from './tables.ts';
import { createUpstream } from './upstreams.ts';

export interface OrdersServiceOptions {
  /** On SQLite, opened with `busyTimeoutMs: 0`. */
  readonly database: OpenDatabase<OrdersTables>;
  readonly chain: { readonly rpcUrls: readonly string[]; readonly pollMs?: number };
  readonly clock: Clock;
  readonly upstreams?: readonly string[];
  /** Milliseconds between reads of another feed, and time limit of one read. */
  readonly upstreamPace?: { readonly pollMs: number; readonly timeoutMs: number };
  readonly limits?: OrdersLimits;
  readonly deadlines?: OrdersDeadlines;
  /** Order books whose orders are published. */
  readonly books?: readonly Address[];
  readonly fetch?: Fetch;
  /** True for per-address rate limits (`limits.ts`). Default: false. */
  readonly rateLimits?: boolean;
  /** Counters for the rate limits. Default: counters in this process. */
  readonly counters?: RateCounters | undefined;
  readonly readerTimeouts?: typeof SLOW_READER_MS;
  readonly streams?: StreamLimits;
  /** True to serve `openapi.json`. Default: true. */
  readonly isDescribed?: boolean;
  readonly registry?: Registry;
}

const UPSTREAM_PACE = { pollMs: 30_000, timeoutMs: 15_000 };
/** Milliseconds between comparisons of the nodes' heads. */
const COMPARE_HEADS_MS = 10_000;

/**
 * Serves the order feed: makers post signed orders, other feeds are polled, every entry is
 * verified, and orders that the chain would fill are published. Register it under a prefix. Closing
 * the app ends its work; the caller closes the database. While the chain, another feed or the
 * database is down, `/health` reports the failure, and the feed continues with the available data.
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
  if (options.isDescribed !== false) await serveDescription(app, 'Order feed');

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
    // While the chain doesn't respond, only makers' own signatures are accepted.
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

  const keepUp = createKeepUp(service, clock);
  const health = createHealth({ state, live, upstreams, keepUp, clock });
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
    readerTimeouts: options.readerTimeouts ?? SLOW_READER_MS,
    health,
  });

  await keepUp.run();
  const stop = startLoops({
    target: database.target,
    ...{ keepUp, service, state, refused, upstreams, pollMs },
    upstreamPollMs: upstreamPace.pollMs,
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await stop();
    await checker.close();
  });
}
