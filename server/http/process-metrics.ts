import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { AddressLimit } from './address-limit.ts';
import { type MetricsAccess, metricsAdmission } from './metrics-access.ts';

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export function observeProcess(registry: Registry): void {
  const memory: Gauge = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    registers: [registry],
    collect: () => memory.set(process.memoryUsage().rss),
  });
}

/** Serves `/metrics` for a process without the vault. (The vault has its own route.) */
export function serveProcessMetrics(
  app: FastifyInstance,
  {
    limit,
    registry,
    access,
  }: {
    readonly limit: AddressLimit;
    readonly registry: Registry;
    readonly access: Exclude<MetricsAccess, 'off'>;
  },
): void {
  const isAdmitted = metricsAdmission(access);
  app.get('/metrics', async (request, reply) => {
    reply.headers(HEADERS);
    const seconds = await limit(request.ip);
    if (seconds > 0) {
      return reply.code(429).header('retry-after', String(seconds)).send({ status: 'busy' });
    }
    if (!isAdmitted(request)) {
      return reply.code(access === 'loopback' ? 404 : 401).send({ status: 'denied' });
    }
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}
