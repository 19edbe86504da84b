import type { FastifyInstance } from 'fastify';
import { TenantOrigin } from '../../shared/wire/vault-extensions.ts';
import { VaultServiceError } from './errors.ts';
import { sendError, sendJson } from './http/answers.ts';
import type { VaultTenant } from './tenant.ts';
import { createTargetSplitter } from './tenant-paths.ts';

/** A route that isn't in the specification, and that doesn't check the origin. */
export const TENANT_ROUTE = {
  path: '/tenant',
  summary: 'The registered origin of the only tenant at this address; 404 with several tenants',
  responses: { 200: TenantOrigin },
  codes: ['NOT_FOUND', 'TRY_LATER', 'SERVICE_UNAVAILABLE'],
} as const;

/**
 * Serves `{origin}` of the tenant at the request's path, so that a client that knows only an
 * address learns which registered origin to send. A path without a tenant, or with several tenants,
 * has no origin.
 */
export function serveTenant(app: FastifyInstance, tenants: readonly VaultTenant[]): void {
  const split = createTargetSplitter(tenants);
  app.get(TENANT_ROUTE.path, async ({ originalUrl }, reply) => {
    const { path } = split(originalUrl);
    const [only, ...others] = tenants.filter((tenant) => (tenant.path ?? '') === path);
    if (only === undefined || others.length > 0) {
      sendError(reply, new VaultServiceError('NOT_FOUND'));
      return reply;
    }
    const response: TenantOrigin = { origin: only.origin };
    sendJson(reply, 200, JSON.stringify(response));
    return reply;
  });
}
