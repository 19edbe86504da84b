import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES } from '../../../shared/wire/vault.ts';
import { VaultServiceError } from '../errors.ts';
import type { VaultDeps } from '../service/deps.ts';
import { findSession } from '../service/sessions.ts';
import type { Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { createTargetSplitter } from '../tenant-paths.ts';
import type { AddressLimits } from './address-limits.ts';
import { COMMON_HEADERS, headersFor } from './answers.ts';
import { bearerToken, isRepeated } from './authorization.ts';
import { isCanonicalOpaqueId } from './opaque-id.ts';
import type { Admission, VaultRoute } from './route.ts';

const PREFLIGHT_HEADERS = new Set(['authorization', 'content-type']);
const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*("utf-8"|utf-8)[ \t]*)?$/i;

export interface AdmitOptions {
  readonly tenants: readonly VaultTenant[];
  readonly routes: readonly VaultRoute[];
  readonly sessions: Pick<VaultDeps, 'store' | 'clock'>;
  readonly limits: AddressLimits;
  isClosing(): boolean;
}

/**
 * Sets the headers of every response, then admits a request or throws. Returns `preflight` for a
 * valid preflight, which needs no handler. @fastify/cors isn't used, because it can't reject
 * preflights and origins with the specified codes.
 */
export type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Admission | { readonly preflight: VaultRoute }>;

/**
 * Creates the checks that run before a body is read, in the design's order: rate limit, origin,
 * path, preflight, method, query, authorization, content type, declared size. The checks use the
 * request target as it was sent, so that a router's decoding or case rules can't change the path.
 */
export function createAdmit(options: AdmitOptions): Admit {
  const split = createTargetSplitter(options.tenants);
  const keyOf = (path: string, origin: string) => `${path} ${origin}`;
  const tenants = new Map(
    options.tenants.map((tenant) => [
      keyOf(tenant.path ?? '', tenant.origin),
      { tenant, headers: headersFor(tenant) },
    ]),
  );
  const routes = new Map(options.routes.map((route) => [route.path, route]));

  function find(path: string): { route: VaultRoute; id: string } | undefined {
    const exact = routes.get(path);
    if (exact !== undefined) return path.endsWith('/') ? undefined : { route: exact, id: '' };
    const cut = path.lastIndexOf('/') + 1;
    const route = cut === path.length ? undefined : routes.get(path.slice(0, cut));
    return route === undefined ? undefined : { route, id: path.slice(cut) };
  }

  return async (request, reply) => {
    const { path, rest: target } = split(request.originalUrl);
    const asked = tenants.get(keyOf(path, request.headers.origin ?? ''));
    reply.headers(asked?.headers ?? COMMON_HEADERS);
    const { raw, headers } = request;
    const query = target.indexOf('?');
    const found = find(query === -1 ? target : target.slice(0, query));
    const isPreflight = raw.method === 'OPTIONS';

    await options.limits.hit(
      request.ip,
      limitsOf(found?.route, isPreflight, headers.authorization),
    );
    if (options.isClosing()) throw new VaultServiceError('SERVICE_UNAVAILABLE');
    if (asked === undefined)
      throw new VaultServiceError(isPreflight ? 'PREFLIGHT_DENIED' : 'ORIGIN_DENIED');
    const { tenant } = asked;
    if (found === undefined || (found.route.isExtension && !tenant.extensions)) {
      throw new VaultServiceError('NOT_FOUND');
    }
    const { route, id } = found;
    if (isPreflight) {
      checkPreflight(request, route);
      return { preflight: route };
    }
    if (raw.method !== route.method) {
      throw new VaultServiceError('METHOD_NOT_ALLOWED', { allow: `${route.method}, OPTIONS` });
    }
    if (query !== -1) throw new VaultServiceError('QUERY_NOT_SUPPORTED');
    const session = await authorize(request, tenant, route);
    if (hasForeignCoding(request)) throw new VaultServiceError('INVALID_REQUEST');
    if (route.method === 'POST') checkContent(request);
    else if (hasBody(request)) throw new VaultServiceError('INVALID_REQUEST');
    if (route.path.endsWith('/') && !isCanonicalOpaqueId(id)) {
      throw new VaultServiceError('INVALID_REQUEST');
    }
    return { route, tenant, session, id };
  };

  async function authorize(
    { raw, headers }: FastifyRequest,
    tenant: VaultTenant,
    route: VaultRoute,
  ): Promise<Session | undefined> {
    if (route.auth === 'none') return undefined;
    const { authorization } = headers;
    if (authorization === undefined && route.auth === 'optional') return undefined;
    const token = bearerToken(authorization ?? '');
    if (token === undefined || isRepeated(raw.rawHeaders, 'authorization')) {
      throw new VaultServiceError('AUTH_REQUIRED');
    }
    return findSession(options.sessions, tenant, token);
  }
}

/**
 * Returns a route's limits per client address. If the route reads the `Authorization` header and
 * the request has this header, only `verify` applies.
 */
function limitsOf(route: VaultRoute | undefined, isPreflight: boolean, authorization?: string) {
  if (route === undefined || isPreflight) return [];
  return authorization === undefined || route.auth === 'none'
    ? route.limits
    : route.limits.filter((limit) => limit === 'verify');
}

function checkPreflight({ headers }: FastifyRequest, route: VaultRoute): void {
  const method = headers['access-control-request-method'];
  const names = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const isAllowed =
    (method === undefined || method === route.method) &&
    names.every((name) => PREFLIGHT_HEADERS.has(name));
  if (!isAllowed) throw new VaultServiceError('PREFLIGHT_DENIED');
}

function checkContent(request: FastifyRequest): void {
  const { headers, raw } = request;
  const isJson =
    JSON_TYPE.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined &&
    !isRepeated(raw.rawHeaders, 'content-type');
  if (!isJson) throw new VaultServiceError('JSON_REQUIRED');
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    throw new VaultServiceError('BODY_TOO_LARGE');
  }
}

/** Returns true for any Transfer-Encoding other than chunked. */
function hasForeignCoding({ headers }: FastifyRequest): boolean {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && coding.trim().toLowerCase() !== 'chunked';
}

function hasBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** Returns true if the body is, or may be, too large to be read to its end after an error. */
export function isLarge({ headers }: FastifyRequest): boolean {
  return (
    Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES ||
    headers['transfer-encoding'] !== undefined
  );
}
