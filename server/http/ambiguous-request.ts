import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Rejects requests that a proxy in front may interpret differently: with more than one `Host` (RFC
 * 9112 section 3.2), or a version other than HTTP/1. Node accepts such requests.
 */
export function refuseAmbiguous(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.httpVersion.startsWith('1.') && countHosts(raw) < 2) return undefined;
    return reply
      .code(400)
      .headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      })
      .send({ error: 'INVALID_REQUEST' });
  });
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') count++;
  return count;
}
