import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { matchesSchema } from '../../shared/check-schema.ts';

/**
 * Makes a plugin validate only by its TypeBox schemas, whatever validator the host app has: no
 * coercion, no defaults, no removed members. `refuse` creates the error from the `title` of the
 * schema that doesn't match.
 */
export function validateBySchema(
  app: FastifyInstance,
  refuse: (title: string | undefined) => Error,
): void {
  app.setValidatorCompiler<TSchema & { readonly title?: string }>(
    ({ schema }) =>
      (value: unknown) =>
        matchesSchema(schema, value) || { error: refuse(schema.title) },
  );
}
