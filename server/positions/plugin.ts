import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { LogLimits } from '../../shared/chain/logs/log-limits.ts';
import { createPace } from '../../shared/chain/logs/pace.ts';
import { pacedNode } from '../../shared/chain/logs/paced-node.ts';
import { createNode } from '../../shared/chain/logs/rpc-node.ts';
import type { Clock, Fetch } from '../../shared/ports.ts';
import { KNOWN_EMITTERS, type TrustedEmitters } from '../../shared/positions/from-logs.ts';
import { secondsOf } from '../../shared/units.ts';
import { UpdateWire } from '../../shared/wire/positions.ts';
import { abortable } from '../chain/abortable.ts';
import { latestBlock } from '../chain/blocks.ts';
import { createNodes } from '../chain/nodes.ts';
import { createSpotPrices } from '../chain/spot-prices.ts';
import { timing } from '../chain/timing.ts';
import { ensureMigrated, migrate } from '../database/migrate.ts';
import type { OpenDatabase } from '../database/open.ts';
import { createAddressLimit } from '../http/address-limit.ts';
import { describeRoute, sendUnchanged, serveDescription } from '../http/describe-routes.ts';
import { createFaultLog } from '../http/fault-log.ts';
import { countersOf, type RateCounters } from '../http/rate-counters.ts';
import { servePublicly } from '../http/serve-publicly.ts';
import { READ_ONLY, startIndexing } from './reading/indexer.ts';
import { createProgressLog } from './reading/progress.ts';
import { createSync } from './reading/sync.ts';
import { answerInThread } from './serving/answer-in-thread.ts';
import { describeRead, Something } from './serving/describe-read.ts';
import { IndexerApiError } from './serving/errors.ts';
import { healthOf } from './serving/health.ts';
import { markIncomplete } from './serving/incomplete.ts';
import { observeIndex } from './serving/index-metrics.ts';
import { createQueries } from './serving/queries.ts';
import { answerErrors, readRoutes } from './serving/read-routes.ts';
import { createReadThread } from './serving/read-thread.ts';
import { createStatisticsQueries } from './serving/statistics-queries.ts';
import { createUpdate } from './serving/update.ts';
import { INDEXER_MIGRATIONS } from './storing/migrations.ts';
import { createIndexerStore } from './storing/store.ts';
import type { IndexerTables } from './storing/tables.ts';
import { tuneForIndex } from './storing/tune.ts';
import { createUnreadableLog } from './storing/unreadable.ts';
import { createWriterLease } from './storing/writer-lease.ts';

export interface IndexerServiceOptions {
  /** On SQLite, opened with `busyTimeoutMs: 0`. */
  readonly database: OpenDatabase<IndexerTables>;
  readonly chain: {
    readonly rpcUrls: readonly string[];
    /**
     * First block to read. Default: the block of the first deployment; on a devnet, the first
     * block.
     */
    readonly startBlock?: number | undefined;
    readonly pollMs?: number;
    /** Requests per second for each node; 0 means unlimited. The default suits public nodes. */
    readonly rate?: number | undefined;
    readonly timeoutMs?: number;
  };
  readonly clock: Clock;
  readonly fetch?: Fetch;
  /**
   * True to serve an index that other instances write, without writing anything, for example from a
   * standby. Default: false.
   */
  readonly onlyReads?: boolean;
  /** Milliseconds of silence after which another instance takes over from the writing instance. */
  readonly leaseMs?: number;
  /** True for per-address rate limits. Default: false. */
  readonly rateLimits?: boolean;
  /** Counters for the rate limits. Default: counters in this process. */
  readonly counters?: RateCounters | undefined;
  /** Contracts whose events count. Default: the deployed books and factories. */
  readonly trusted?: TrustedEmitters;
  /** True to serve `openapi.json`. Default: true. */
  readonly isDescribed?: boolean;
  readonly registry?: Registry;
}

/** A block before the oldest known deployment on Base (block 33445320). */
const FIRST_BLOCK = 33_000_000;
/** Milliseconds between reads of the head. Public chains have a block every two seconds. */
const POLL_MS = { local: 200, remote: 1_000 };
/** Requests per second for each node. Public nodes tolerate about one or two requests. */
const RATE_PER_NODE = { local: 0, remote: 2 };
/**
 * Milliseconds for which a single node must report another chain before the index is reset. A
 * devnet that restarts is another chain.
 */
const RESET_AFTER_MS = { local: 2_000, remote: 60_000 };
/** Milliseconds between comparisons of the nodes' heads. */
const COMPARE_HEADS_MS = { local: 1_000, remote: 10_000 };
const LEASE_MS = 15_000;
/** Allowed requests per client address (`RATE_LIMITS`). */
const RATE = { hits: 600, windowMs: 60_000 };

const HEALTH = describeRead(
  'Last indexed block, its distance from the head, and the nodes',
  Something,
);
const UPDATE = describeRoute(
  'Reads the newest blocks now; a public node may need some seconds',
  { 200: UpdateWire, 500: UpdateWire },
  [429, 503],
);

/**
 * Serves the position indexer. Register it under a prefix. Closing the app ends its work; the
 * caller closes the database. Several instances may share a database: one instance writes at a
 * time, and all serve requests, even from standbys.
 */
export async function indexerService(
  app: FastifyInstance,
  options: IndexerServiceOptions,
): Promise<void> {
  const { database, chain, clock, trusted = KNOWN_EMITTERS } = options;
  const { db, engine } = database;
  const { onlyReads = false } = options;
  await tuneForIndex(db, engine);
  await (onlyReads ? ensureMigrated : migrate)(database, 'indexer', INDEXER_MIGRATIONS);
  if (options.isDescribed !== false) await serveDescription(app, 'Position indexer');

  const { timeoutMs } = chain;
  const place = isLocal(chain.rpcUrls) ? 'local' : 'remote';
  const closing = new AbortController();
  const fetch = abortable(options.fetch ?? globalThis.fetch, closing.signal);
  const nodes = createNodes(
    chain.rpcUrls.map((url) =>
      pacedNode(
        createNode({ url, fetch, ...(timeoutMs !== undefined && { timeoutMs }) }),
        chain.rate ?? RATE_PER_NODE[place],
        timing(closing.signal),
      ),
    ),
    clock,
    { compareHeadsMs: COMPARE_HEADS_MS[place] },
  );
  const report = createUnreadableLog(app.log);
  const lease = createWriterLease(database, clock, options.leaseMs ?? LEASE_MS);
  const store = createIndexerStore({ db, engine, trusted, report, guard: lease.guard });
  const queries = createQueries(db, report);
  const statistics = createStatisticsQueries(db, engine);
  const prices = createSpotPrices({ nodes, clock });
  const pace = createPace(clock);
  const onUndone = observeIndex(options.registry ?? new Registry(), {
    cursor: queries.cursor,
    clock,
    isWriter: () => work.status().isWriter,
    isDisputed: () => sync.isDisputed(),
  });
  const sync = createSync({
    nodes,
    store,
    clock,
    startBlocks:
      chain.startBlock !== undefined
        ? [chain.startBlock]
        : place === 'local'
          ? [FIRST_BLOCK, 0]
          : [FIRST_BLOCK],
    trusted,
    resetAfterMs: RESET_AFTER_MS[place],
    onUndone,
  });
  const work = onlyReads
    ? READ_ONLY
    : startIndexing({
        sync,
        store,
        report,
        nodes,
        lease,
        clock,
        pollMs: chain.pollMs ?? POLL_MS[place],
        onMoved: createProgressLog({ cursor: store.cursor, pace, clock, log: app.log }),
      });
  const update = createUpdate({
    db,
    work,
    clock,
    onlyReads,
    cursor: queries.cursor,
    head: async () => (await nodes.use(latestBlock)).number,
  });
  const seconds = () => secondsOf(clock.now());

  const waitOf = createAddressLimit(countersOf(options), 'indexer', RATE);
  servePublicly(app, ['GET', 'POST']);
  sendUnchanged(app);
  const faults = createFaultLog((err) => ({ err }));
  const onFault = (error: unknown) => faults(app.log, 'indexer request failed', error);
  answerErrors(app, onFault);
  app.addHook('onRequest', async (request, reply) => {
    const wait = await waitOf(request.ip);
    if (wait === 0) return;
    reply.header('retry-after', wait);
    throw new IndexerApiError('too-many', 'Too many requests come from this address.');
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await work.stop();
  });

  // `update` needs no body, so the body of a client is ignored.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'API endpoint not found' }),
  );
  app.get('/health', { schema: HEALTH }, async () => {
    const cursor = await queries.cursor().catch(() => 'failing' as const);
    return healthOf({
      cursor: cursor === 'failing' ? undefined : cursor,
      now: clock.now(),
      isDatabaseReachable: cursor !== 'failing',
      work: work.status(),
      nodes: nodes
        .status()
        .map(({ node, ...status }) => ({ ...status, logs: logsStatus(node.limits) })),
      differences: sync.differences(),
      confirmedBlock: sync.confirmedBlock(),
      isDisputed: sync.isDisputed(),
      pace,
    });
  });

  await app.register(async (api) => {
    markIncomplete(api, queries);
    for (const url of ['/api/v1/update', '/api/v1/book/update'])
      api.route({
        method: ['GET', 'POST'],
        url,
        schema: UPDATE,
        handler: async (_request, reply) => {
          const answer = await update();
          return reply.code(answer.status === 'error' ? 500 : 200).send(answer);
        },
      });
    await api.register(async (reads) => {
      const thread = createReadThread({
        setup: { target: database.target, trusted },
        ...{ prices, report, onFault },
      });
      api.addHook('onClose', thread.close);
      answerInThread(reads, { thread, seconds, charge: waitOf });
      // Registered here only so that the description has the schemas; the thread answers these
      // routes.
      readRoutes(reads, { queries, statistics, prices, seconds, trusted });
    });
  });
}

function isLocal(urls: readonly string[]): boolean {
  return urls.every((url) => /^(localhost|127\.|\[::1\])/.test(URL.parse(url)?.hostname ?? ''));
}

/** Returns the `/health` entry for a node's log requests. */
function logsStatus({ range, needsAddress, refusal }: LogLimits) {
  return { blocksPerQuestion: range.length, needsAddress, refusal: refusal ?? null };
}
