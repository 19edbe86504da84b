import type { FastifyInstance } from 'fastify';
import type { Fetch } from '../../shared/ports.ts';

/** Returns a `fetch` that reaches a service without a socket, for any host name. */
export function injectFetch(app: FastifyInstance): Fetch {
  return async (url, init = {}) => {
    const { method = 'GET', headers = {}, body } = init;
    const { pathname, search } = new URL(url);
    const answer = await app.inject({
      method: method as 'GET',
      url: `${pathname}${search}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    });
  };
}
