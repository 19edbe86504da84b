import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Registry } from 'prom-client';
import type { Clock, Random } from '../shared/ports.ts';
import type { Config, LogLevel } from './config.ts';
import { createDatabaseMetrics, type DatabaseMetrics } from './database/database-metrics.ts';
import { pingDatabase } from './database/failover/ping.ts';
import { type OpenDatabase, openDatabase } from './database/open.ts';
import { retryTransient } from './database/retry-transient.ts';
import type { DatabaseTarget } from './database/target.ts';
import { createAddressLimit } from './http/address-limit.ts';
import { refuseAmbiguous } from './http/ambiguous-request.ts';
import { CLIENT_TIMEOUTS, type ClientTimeouts, createConnections } from './http/connections.ts';
import { serveProcessHealth } from './http/process-health.ts';
import { observeProcess, serveProcessMetrics } from './http/process-metrics.ts';
import { countersOf, type RateCounters } from './http/rate-counters.ts';
import { refuseExpectations } from './http/raw-answers.ts';
import { createRefusalLog, type RefusalLog } from './http/refusal-log.ts';
import { observeRoutes } from './http/route-metrics.ts';
import { PUBLIC_HEADERS } from './http/serve-publicly.ts';
import { scheduleBackups } from './operate/backup/schedule-backups.ts';
import type { OrdersTables } from './orders/tables.ts';
import type { IndexerTables } from './positions/storing/tables.ts';
import { COMMON_HEADERS } from './vault/http/answers.ts';
import { answerUnroutable } from './vault/http/serve.ts';
import { RATES } from './vault/numbers.ts';
import { createVault, type Vault, vaultService } from './vault/plugin.ts';
import { openVaultStore } from './vault/storage/open-store.ts';
import type { VaultStore } from './vault/store.ts';
import { createTargetSplitter } from './vault/tenant-paths.ts';

export interface AppDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  /** Replaces the configured vault database. The app closes the store. */
  readonly vaultStore?: VaultStore;
  readonly timeouts?: ClientTimeouts;
  /** Copies the vault's SQLite file for scheduled backups. Without it, no backups are made. */
  readonly backUp?: Parameters<typeof scheduleBackups>[1]['copy'];
  /** Receives log lines (JSON). Without it the app doesn't log. */
  readonly log?: { readonly level: LogLevel; readonly stream: { write(line: string): void } };
}

/**
 * Builds one Fastify app with the enabled services. Each service is an encapsulated plugin, so that
 * one service's rules (exact origins, strict bodies) don't affect another service. The vault owns
 * `/v1`, `/ext/v1` and every path that no other service claims; orders are under `/orders`, the
 * indexer under `/indexer`. Closing the app closes the databases. @fastify/under-pressure isn't
 * used: it would reject requests before the checks that must run first, and every queue is already
 * limited.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log, timeouts = CLIENT_TIMEOUTS } = deps;
  const connections = createConnections(timeouts);
  const split = createTargetSplitter(config.tenants);
  const refusals = createRefusalLog(deps.clock, config.logAddresses);
  const registry = new Registry();
  observeProcess(registry);
  const databases = createDatabaseMetrics(registry);
  let report = (_reason: string | undefined): void => undefined;
  const redis = await openRedis(deps, (reason) => report(reason));
  const counters = redis?.counters;
  const shared: Shared = { registry, databases, counters };
  const vault = config.services.has('vault') ? await openVault(deps, refusals, shared) : undefined;
  const app = Fastify({
    logger: log ?? false,
    // Fastify's request lines contain paths and addresses. The services log only harmless members.
    logController: new LogController({ disableRequestLogging: true }),
    // All requests share one logger. A child logger per request would cost more than the logging.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 1500 },
    // Without a trusted proxy, `X-Forwarded-For` is ignored.
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    exposeHeadRoutes: false,
    // Removes the tenant's path, because all services are also available below it. The gate reads
    // the path from `originalUrl`.
    rewriteUrl: ({ url = '' }: IncomingMessage) => split(url).rest,
    return503OnClosing: false,
    requestTimeout: timeouts.request,
    // No route needs the Host, and Node's own response to a missing Host may be cached.
    http: {
      requireHostHeader: false,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.look,
    },
    clientErrorHandler: connections.onClientError,
    frameworkErrors: (_error, request, reply) => answerFrameworkError(vault, request, reply),
  });
  report = (reason) =>
    reason === undefined
      ? app.log.info('Redis answers again')
      : app.log.warn({ reason }, 'Redis does not answer as it should');
  if (redis !== undefined) app.addHook('onClose', async () => redis.close());
  refuseAmbiguous(app);
  refuseExpectations(app.server);
  connections.watch(app.server);
  // A chunk can contain further requests after the connection's last request. These requests get no
  // response.
  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.socket.destroyed) reply.hijack();
  });
  app.addHook('preClose', async () => connections.endIdle(app.server));

  if (config.logAddresses) {
    app.addHook('onResponse', async (request, reply) => {
      if (reply.statusCode === 429) refusals(request, 'TRY_LATER');
    });
  }
  if (vault !== undefined) {
    await app.register(vaultService, { vault });
    const { backups: settings } = config;
    const { backUp: copy, clock } = deps;
    const target = config.databases.vault;
    if (settings !== undefined && copy !== undefined && target.engine === 'sqlite') {
      const { file } = target;
      scheduleBackups(app, { settings, file, copy, clock, metrics: vault.metrics });
    }
  }
  observeRoutes(app, registry);
  const pings: Ping[] = [];
  if (config.services.has('orders')) pings.push(await registerOrders(app, deps, shared));
  if (config.services.has('indexer')) pings.push(await registerIndexer(app, deps, shared));
  if (vault === undefined) {
    const { health, metrics: access } = config.operations;
    // This limit counts in this process only, so that a Redis outage doesn't make every instance
    // unhealthy.
    const used = countersOf({ clock: deps.clock, rateLimits: config.rateLimits });
    const limit = createAddressLimit(used, 'process operations', RATES.operationsPerAddress);
    if (health) serveProcessHealth(app, { limit, pings });
    if (access !== 'off') serveProcessMetrics(app, { limit, registry, access });
  }

  return app;
}

type Ping = () => Promise<unknown>;

interface Shared {
  readonly registry: Registry;
  readonly databases: DatabaseMetrics;
  readonly counters: RateCounters | undefined;
}

// The orders service and the indexer are imported on demand, because they load a chain client.

async function registerOrders(
  app: FastifyInstance,
  { config, clock }: AppDeps,
  { registry, databases, counters }: Shared,
): Promise<Ping> {
  const { ordersService } = await import('./orders/plugin.ts');
  const { BOOK_R12 } = await import('../shared/chain/deployments.ts');
  const database = await open<OrdersTables>(config.databases.orders);
  databases.watch('orders', database);
  app.addHook('onClose', database.close);
  await app.register(ordersService, {
    prefix: '/orders',
    database,
    clock,
    chain: config.chain,
    upstreams: config.ordersUpstreams,
    books: [BOOK_R12, ...config.ordersBooks],
    rateLimits: config.rateLimits,
    counters,
    isDescribed: config.operations.openapi,
    registry,
  });
  return () => pingDatabase(database, 'condor_orders_migrations');
}

async function registerIndexer(
  app: FastifyInstance,
  { config, clock }: AppDeps,
  { registry, databases, counters }: Shared,
): Promise<Ping> {
  const { indexerService } = await import('./positions/plugin.ts');
  const onlyReads = !config.indexerWrites;
  const database = await open<IndexerTables>(config.databases.indexer, onlyReads);
  databases.watch('indexer', { ...database, allowsStandby: onlyReads });
  app.addHook('onClose', database.close);
  const { rpcUrls, startBlock, rpcRate } = config.chain;
  await app.register(indexerService, {
    prefix: '/indexer',
    database,
    clock,
    chain: { rpcUrls, startBlock, rate: rpcRate },
    onlyReads,
    rateLimits: config.rateLimits,
    counters,
    isDescribed: config.operations.openapi,
    registry,
  });
  return () => pingDatabase(database, 'condor_indexer_migrations', { onlyReads });
}

/** Connects to the Redis that all instances share. The Redis client is imported on demand. */
async function openRedis(
  { config: { redis, rateLimits }, clock }: AppDeps,
  onChange: (reason: string | undefined) => void,
) {
  if (redis === undefined || !rateLimits) return undefined;
  const { connectRedisCounters } = await import('./http/redis-counters.ts');
  return connectRedisCounters({ settings: redis, clock, onChange });
}

/** Opens a service's database, and waits while another process has the file locked. */
function open<Tables>(
  target: DatabaseTarget,
  allowsStandby = false,
): Promise<OpenDatabase<Tables>> {
  return retryTransient(async () =>
    openDatabase<Tables>(target, { busyTimeoutMs: 0, allowsStandby }),
  );
}

async function openVault(
  { config, clock, random, vaultStore }: AppDeps,
  refusals: RefusalLog,
  { registry, databases, counters }: Shared,
): Promise<Vault> {
  return createVault({
    tenants: config.tenants,
    store: vaultStore ?? (await openVaultStore(config.databases.vault, databases)),
    clock,
    random,
    rateLimits: config.rateLimits,
    counters,
    operations: config.operations,
    registry,
    refusals,
  });
}

/** Answers requests that Fastify's router can't parse, for which no service is known. */
function answerFrameworkError(
  vault: Vault | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const owner = /^\/(orders|indexer)(\/|$)/.exec(request.raw.url ?? '')?.[1];
  if (vault === undefined || owner !== undefined) {
    const error = owner === undefined ? 'INVALID_REQUEST' : 'The request is not readable.';
    reply
      .code(400)
      .headers(owner === undefined ? COMMON_HEADERS : PUBLIC_HEADERS)
      .send({ error, ...(owner === 'orders' && { code: 'bad-request' }) });
    return;
  }
  void answerUnroutable(vault, request, reply);
}
