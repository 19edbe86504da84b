import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox';

/** The body of every error; some bodies have further members. */
const Failure = Type.Object({ error: Type.String() });

/** The part of a route's schema that describes the route to authors of clients. */
export interface RouteDescription {
  readonly summary: string;
  readonly response: Readonly<Record<number, Type.TSchema>>;
}

/** Describes a route: its summary, its success by status, and the statuses of its errors. */
export function describeRoute(
  summary: string,
  successes: RouteDescription['response'],
  errors: readonly number[],
): RouteDescription {
  const failures = Object.fromEntries(errors.map((status) => [status, Failure]));
  return { summary, response: { ...successes, ...failures } };
}

/**
 * Makes schemas of responses descriptive only. Otherwise Fastify would drop members that the
 * schemas don't name. Must be called in each plugin with described routes.
 */
export function sendUnchanged(app: FastifyInstance): void {
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
}

/**
 * Serves the OpenAPI 3.1 description of a service's routes, made from their schemas, at
 * `openapi.json` below the service's prefix. Must be called before the routes are registered.
 */
export async function serveDescription(app: FastifyInstance, title: string): Promise<void> {
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title, version: '1.0.0' } } });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
