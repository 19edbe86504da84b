import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../shared/ports.ts';
import { isReadOnly } from '../database/storage-error.ts';
import type { AddressLimit } from '../http/address-limit.ts';
import type { FaultLog } from '../http/fault-log.ts';
import { type MetricsAccess, metricsAdmission } from '../http/metrics-access.ts';
import type { RefusalLog } from '../http/refusal-log.ts';
import { WrongClockError } from './clock-difference.ts';
import { compareClocks } from './compare-clocks.ts';
import { serveDoctor } from './doctor-route.ts';
import { VaultServiceError } from './errors.ts';
import { COMMON_HEADERS, sendError, sendJson } from './http/answers.ts';
import type { Metrics } from './http/metrics.ts';
import { openApi } from './http/openapi.ts';
import type { VaultRoute } from './http/route.ts';
import type { VaultStore } from './store.ts';
import type { VaultTenant } from './tenant.ts';
import { serveTenant } from './tenant-route.ts';

/** The routes for operators, which belong to the process and not to a tenant. */
export interface Operations {
  readonly health: boolean;
  readonly metrics: MetricsAccess;
  readonly openapi: boolean;
}

export interface OperationsOptions {
  readonly operations: Operations;
  readonly tenants: readonly VaultTenant[];
  readonly store: Pick<VaultStore, 'ping' | 'clockDifference'>;
  readonly clock: Clock;
  readonly doctor: Parameters<typeof serveDoctor>[1];
  readonly metrics: Metrics;
  readonly refusals: RefusalLog;
  readonly faults: FaultLog;
  /** The limit that all these routes share. */
  readonly limit: AddressLimit;
  readonly routes: readonly VaultRoute[];
}

/**
 * Registers the routes for operators: health, metrics, OpenAPI description. They need no origin and
 * no session. `/health` only reads from storage, because anyone may call it.
 */
export async function operationRoutes(
  app: FastifyInstance,
  {
    operations,
    tenants,
    store,
    clock,
    doctor,
    metrics,
    refusals,
    faults,
    limit,
    routes,
  }: OperationsOptions,
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(COMMON_HEADERS);
    const seconds = await limit(request.ip);
    if (seconds === 0) return undefined;
    sendError(reply, new VaultServiceError('TRY_LATER', { retryAfter: seconds }));
    return reply;
  });
  app.setErrorHandler((error, request, reply) => {
    faults(request.log, 'an operations route failed', error);
    sendError(reply, new VaultServiceError('SERVICE_UNAVAILABLE'));
  });

  serveTenant(app, tenants);
  serveDoctor(app, doctor);
  if (operations.health) serveHealth(app, { store, clock, metrics, faults });
  if (operations.openapi) serveDescription(app, routes);
  if (operations.metrics !== 'off') serveMetrics(app, { metrics, refusals }, operations.metrics);
}

function serveHealth(
  app: FastifyInstance,
  {
    store,
    clock,
    metrics,
    faults,
  }: Pick<OperationsOptions, 'store' | 'clock' | 'metrics' | 'faults'>,
): void {
  app.get('/health', async (request, reply) => {
    try {
      await store.ping();
      await compareClocks(store, clock, metrics);
      sendJson(reply, 200, JSON.stringify({ status: 'ok' }));
    } catch (error) {
      const isClock = error instanceof WrongClockError;
      faults(request.log, isClock ? error.message : 'storage does not respond', error);
      const readOnly = isReadOnly(error) ? 'the database accepts only reads' : undefined;
      const reason = isClock ? error.message : readOnly;
      sendJson(reply, 503, JSON.stringify({ status: 'unavailable', reason }));
    }
    return reply;
  });
}

function serveDescription(app: FastifyInstance, routes: readonly VaultRoute[]): void {
  const description = JSON.stringify(openApi(routes));
  app.get('/openapi.json', async (_request, reply) => {
    sendJson(reply, 200, description);
    return reply;
  });
}

function serveMetrics(
  app: FastifyInstance,
  { metrics, refusals }: Pick<OperationsOptions, 'metrics' | 'refusals'>,
  access: Exclude<MetricsAccess, 'off'>,
): void {
  const isAdmitted = metricsAdmission(access);
  app.get('/metrics', async (request, reply) => {
    if (!isAdmitted(request)) {
      const code = access === 'loopback' ? 'NOT_FOUND' : 'AUTH_REQUIRED';
      // Requests without a token aren't logged, because any web page can make a browser send such a
      // request.
      if (code === 'AUTH_REQUIRED' && request.headers.authorization !== undefined)
        refusals(request, code);
      sendError(reply, new VaultServiceError(code));
      return reply;
    }
    reply.header('content-type', metrics.contentType).send(await metrics.render());
    return reply;
  });
}
