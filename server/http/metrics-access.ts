import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { requestedHost } from './request-target.ts';

/** Access to the metrics: off, from this machine, or with a bearer token. */
export type MetricsAccess = 'off' | 'loopback' | { readonly token: string };

/** Returns the check of a request for metrics. */
export function metricsAdmission(
  access: Exclude<MetricsAccess, 'off'>,
): (request: FastifyRequest) => boolean {
  return access === 'loopback' ? isLocal : hasToken(access.token);
}

/** With a token, local requests need it, too: a local proxy may forward others' requests. */
function hasToken(token: string): (request: FastifyRequest) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  // Digests have equal lengths, which the constant-time comparison requires.
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
}

/**
 * Returns true for requests from this machine that didn't pass a local proxy. A web page here can
 * use a domain that points to this machine, but the request then names that domain.
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

/** Returns true for a host that names this machine itself, with or without a port. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  return name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
}
