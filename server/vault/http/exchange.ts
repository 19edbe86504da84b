import type { FastifyRequest } from 'fastify';
import type { StrictJson } from '../../http/strict-json.ts';
import type { Admission } from './route.ts';

/** A request's state across Fastify's hooks. */
export interface Exchange {
  readonly begun: number;
  /** Set once the gate has admitted the request. */
  admission: Admission | undefined;
  /** Set once a body was read. */
  body: StrictJson | undefined;
}

/** Name of the request decoration. */
export const EXCHANGE = 'vaultExchange';

export function beginExchange(): Exchange {
  return { begun: performance.now(), admission: undefined, body: undefined };
}

export function exchangeOf(request: FastifyRequest): Exchange {
  return request.getDecorator<Exchange>(EXCHANGE);
}
