import type { TSchema } from 'typebox';
import { ErrorResponse } from '../../../shared/wire/vault.ts';
import { STATUS_OF } from '../errors.ts';
import { TENANT_ROUTE } from '../tenant-route.ts';
import { routeName, type VaultRoute } from './route.ts';

type Json = Record<string, unknown>;

/**
 * Returns the OpenAPI 3.1 description, built from the schemas that validate requests.
 * @fastify/swagger isn't used, because it doesn't describe preflights, shared parameters or shared
 * error responses.
 */
export function openApi(routes: readonly VaultRoute[]): Json {
  const statuses = [...new Set(Object.values(STATUS_OF))].sort((a, b) => a - b);
  return {
    openapi: '3.1.0',
    info: { title: 'Passkey-protected encrypted vault', version: '1.0.0' },
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      responses: { Error: { description: 'A stable code', content: jsonOf(ErrorResponse) } },
    },
    paths: {
      ...describePaths(routes, statuses),
      [TENANT_ROUTE.path]: {
        get: {
          summary: TENANT_ROUTE.summary,
          security: [],
          responses: describeResponses(
            TENANT_ROUTE.responses,
            TENANT_ROUTE.codes.map((code) => STATUS_OF[code]),
          ),
        },
      },
    },
  };
}

function describePaths(routes: readonly VaultRoute[], statuses: readonly number[]): Json {
  return Object.fromEntries(
    routes.map((route) => [
      routeName(route),
      {
        parameters: [ORIGIN_PARAMETER, ...(route.path.endsWith('/') ? [ID_PARAMETER] : [])],
        [route.method.toLowerCase()]: operation(route, statuses),
        options: {
          responses: { 204: { description: 'Preflight' }, ...errors(statuses) },
        },
      },
    ]),
  );
}

/** The header that every request needs (spec/vault-service.md, "Global rules", rule 1). */
const ORIGIN_PARAMETER: Json = {
  name: 'Origin',
  in: 'header',
  required: true,
  description: "The tenant's registered https origin, byte for byte",
  schema: { type: 'string', format: 'uri' },
};

const ID_PARAMETER: Json = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$', minLength: 43, maxLength: 43 },
};

function operation(route: VaultRoute, statuses: readonly number[]): Json {
  const security = { none: [], optional: [{}, { session: [] }], bearer: [{ session: [] }] };
  return {
    security: security[route.auth],
    ...(route.request === undefined
      ? {}
      : { requestBody: { required: true, content: jsonOf(route.request) } }),
    responses: describeResponses(route.responses, statuses),
  };
}

function describeResponses(success: VaultRoute['responses'], statuses: readonly number[]): Json {
  return {
    200: { description: 'Success', content: jsonOf(success[200]) },
    ...errors(statuses),
  };
}

function errors(statuses: readonly number[]): Json {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: '#/components/responses/Error' }]),
  );
}

function jsonOf(schema: TSchema): Json {
  return { 'application/json': { schema } };
}
