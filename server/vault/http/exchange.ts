import type { FastifyRequest } from 'fastify';
import type { StrictJson } from '../../http/strict-json.ts';
import type { Admission } from './route.ts';

/** A request on its way through Fastify's hooks. */
export interface Exchange {
  readonly begun: number;
  /** Set once the gate has let the request in. */
  admission: Admission | undefined;
  /** Set once a body was read. */
  body: StrictJson | undefined;
}

/** The name of the request's decoration. */
export const EXCHANGE = 'vaultExchange';

export function beginExchange(): Exchange {
  return { begun: performance.now(), admission: undefined, body: undefined };
}

export function exchangeOf(request: FastifyRequest): Exchange {
  return request.getDecorator<Exchange>(EXCHANGE);
}
