import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../../shared/is-record.ts';
import { sendUnchanged } from '../../http/describe-routes.ts';
import { validateBySchema } from '../../http/validate-by-schema.ts';
import { bookRoutes } from './book-routes.ts';
import { INDEXER_STATUS, IndexerApiError } from './errors.ts';
import { factoryRoutes } from './factory-routes.ts';
import { stateRoutes } from './state-routes.ts';
import { type StatisticsRoutesDeps, statisticsRoutes } from './statistics-routes.ts';
import { userRoutes } from './user-routes.ts';

export function readRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  sendUnchanged(app);
  userRoutes(app, deps);
  statisticsRoutes(app, deps);
  bookRoutes(app, deps);
  factoryRoutes(app, deps);
  stateRoutes(app, deps);
}

/** Body of a response with the status 503. */
export const UNREADABLE = { error: 'The index cannot be read at the moment.' };

/** Makes an app answer errors in the format of deployed indexers. */
export function answerErrors(app: FastifyInstance, onFault: (error: unknown) => void): void {
  validateBySchema(
    app,
    (title = 'The request is not readable.') => new IndexerApiError('bad-request', title),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof IndexerApiError)
      return reply.code(INDEXER_STATUS[error.code]).send({ error: error.message });
    const status = isRecord(error) ? error.statusCode : undefined;
    if (typeof status === 'number' && status >= 400 && status < 500)
      return reply.code(status).send({ error: 'The request is not readable.' });
    onFault(error);
    return reply.code(503).send(UNREADABLE);
  });
}
