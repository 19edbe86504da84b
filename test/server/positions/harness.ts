import Fastify, { type FastifyInstance } from 'fastify';
import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { type IndexerServiceOptions, indexerService } from '../../../server/positions/plugin.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { compareWithSchemas } from '../../helpers/compare-with-schemas.ts';
import { systemClock } from '../orders/harness.ts';

export interface RunningIndexer {
  readonly app: FastifyInstance;
  /** Returns the JSON of a GET. */
  get(path: string): Promise<unknown>;
  status(path: string): Promise<number>;
  list(path: string): Promise<Record<string, unknown>[]>;
  /** Waits until the indexer has reached the head for the first time. */
  synced(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an app with only an indexer, registered as a host app would register it. */
export async function startIndexer(
  target: DatabaseTarget,
  options: Pick<IndexerServiceOptions, 'chain'> & Partial<IndexerServiceOptions>,
): Promise<RunningIndexer> {
  const database = openDatabase<IndexerTables>(target, {
    busyTimeoutMs: 0,
    allowsStandby: options.onlyReads === true,
  });
  const app = Fastify();
  app.addHook('onClose', database.close);
  const differences = compareWithSchemas(app);
  await app.register(indexerService, {
    prefix: '/indexer',
    database,
    clock: systemClock,
    ...options,
  });
  await app.ready();
  const inject = (path: string) => app.inject(`/indexer${path}`);
  return {
    app,
    get: async (path) => (await inject(path)).json(),
    status: async (path) => (await inject(path)).statusCode,
    list: async (path) => (await inject(path)).json(),
    async synced() {
      // Polls without `eventually`, because the benchmarks use this file outside of vitest.
      for (const deadline = Date.now() + 20_000; ; ) {
        const health: unknown = (await inject('/health')).json();
        if (isRecord(health) && health.synced === true) return;
        if (Date.now() > deadline) throw new Error('the indexer did not reach the head');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      await app.close();
      if (differences.length > 0) throw new Error(differences.join('\n'));
    },
  };
}
