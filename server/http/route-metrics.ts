import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * Measures the requests of orders and indexer by route and status. The vault has its own metrics,
 * by error code. Must be called before the services are registered.
 */
export function observeRoutes(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'condor_request_seconds',
    help: 'Time from a request to the end of its response, of orders and indexer.',
    labelNames: ['service', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async ({ routeOptions: { url } }, { elapsedTime, statusCode }) => {
    // Uses the pattern of the route, never the requested path, which is client input.
    const service = /^\/(orders|indexer)(?:\/|$)/.exec(url ?? '')?.[1];
    if (service === undefined) return;
    durations.observe({ service, route: url ?? '', status: statusCode }, elapsedTime / 1000);
  });
}
