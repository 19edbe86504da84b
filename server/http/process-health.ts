import type { FastifyInstance } from 'fastify';
import { isReadOnly } from '../database/storage-error.ts';
import type { AddressLimit } from './address-limit.ts';

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/**
 * Serves `/health` for a process without the vault. (The vault has its own route.) The status is
 * 200 while every database responds to a read.
 */
export function serveProcessHealth(
  app: FastifyInstance,
  {
    limit,
    pings,
  }: { readonly limit: AddressLimit; readonly pings: readonly (() => Promise<unknown>)[] },
): void {
  app.get('/health', async (request, reply) => {
    reply.headers(HEADERS);
    const seconds = await limit(request.ip);
    if (seconds > 0) {
      return reply.code(429).header('retry-after', String(seconds)).send({ status: 'busy' });
    }
    const results = await Promise.allSettled(pings.map((ping) => ping()));
    const failed = results.filter((result) => result.status === 'rejected');
    if (failed.length === 0) return { status: 'ok' };
    const reason = failed.some((result) => isReadOnly(result.reason))
      ? 'a database accepts only reads'
      : undefined;
    return reply.code(503).send({ status: 'unavailable', reason });
  });
}
