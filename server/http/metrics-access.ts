import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { requestedHost } from './request-target.ts';

/**
 * Sets who may read the metrics: nobody, programs on this machine, or holders of a bearer token.
 */
export type MetricsAccess = 'off' | 'loopback' | { readonly token: string };

/** Returns a function that decides whether a request may read the metrics. */
export function metricsAdmission(
  access: Exclude<MetricsAccess, 'off'>,
): (request: FastifyRequest) => boolean {
  return access === 'loopback' ? isLocal : hasToken(access.token);
}

/**
 * Local requests need the token too, because a local proxy may forward requests of other machines.
 */
function hasToken(token: string): (request: FastifyRequest) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  // The constant-time comparison requires equal lengths, which digests have.
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
}

/**
 * Returns true for a request from this machine that didn't pass a local proxy. A web page in a
 * local browser can use a domain that points to this machine, but then the request names that
 * domain.
 */
function isLocal({ socket, headers, originalUrl }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some(
    (name) => headers[name] !== undefined,
  );
  return (
    isIP(address) !== 0 &&
    isLoopback &&
    !isForwarded &&
    isLoopbackHost(requestedHost(originalUrl, headers.host))
  );
}

/** Returns true for a host that means this machine, with or without a port. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  return name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
}
