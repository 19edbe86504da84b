import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';

/** Meaning of one route, for people who write clients. */
interface RouteMeaning {
  readonly summary: string;
  /** Schema of the response with status 200; without it, the summary describes the response. */
  readonly response?: TSchema;
}

/** Meanings by method and path, such as `GET /stats`. */
export type RouteMeanings = Readonly<Record<string, RouteMeaning>>;

const DESCRIPTION = '/openapi.json';

/**
 * Serves the OpenAPI 3.1 description of a service's routes at `openapi.json` below its prefix. Call
 * it before the routes are registered. Response schemas are for documentation only: Fastify would
 * drop the members that they don't name.
 */
export async function describeRoutes(
  app: FastifyInstance,
  { title, meanings }: { readonly title: string; readonly meanings: RouteMeanings },
): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title, version: '1.0.0' } },
    transform({ schema, url, route }) {
      const path = url.slice(app.prefix.length) || '/';
      const [method] = [route.method].flat();
      const { summary, response } = meanings[`${method} ${path}`] ?? {};
      return {
        schema: {
          ...schema,
          hide: method === 'OPTIONS' || path === DESCRIPTION,
          ...(summary === undefined ? {} : { summary }),
          ...(response === undefined ? {} : { response: { 200: response } }),
        },
        url,
      };
    },
  });
  app.get(DESCRIPTION, () => app.swagger());
}
