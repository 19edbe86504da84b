import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { matchesSchema } from '../../shared/check-schema.ts';

/**
 * Compares each response of an app with the response schemas of its route. Returns the differences,
 * a list that grows. Call this before the routes are registered. For a stream, only the status is
 * compared.
 */
export function compareWithSchemas(app: FastifyInstance): readonly string[] {
  const differences: string[] = [];
  app.addHook('onSend', async ({ method, routeOptions, is404 }, reply, payload: unknown) => {
    const { response } = routeOptions.schema ?? {};
    // Most paths reject HEAD, and the schemas don't describe this response.
    if (is404 || method === 'HEAD' || response === undefined) return payload;
    const route = `${method} ${routeOptions.url} ${reply.statusCode}`;
    const schema = (response as Readonly<Record<number, TSchema>>)[reply.statusCode];
    if (schema === undefined) differences.push(`${route}: this status isn't described`);
    const text = Buffer.isBuffer(payload) ? payload.toString() : payload;
    if (schema !== undefined && typeof text === 'string' && text !== '')
      if (!matchesSchema(schema, JSON.parse(text))) differences.push(`${route}: another body`);
    return payload;
  });
  return differences;
}
