import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { matchesSchema } from '../../shared/check-schema.ts';

/**
 * Has the routes of a plugin validated by their TypeBox schemas as they are: no coercion, no defaults,
 * nothing removed, whatever the host's validator does. `refuse` makes the error from the `title` of
 * the schema that doesn't match.
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
