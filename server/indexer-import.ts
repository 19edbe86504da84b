import { randomInt } from 'node:crypto';
import { pacedNode } from '../shared/chain/logs/paced-node.ts';
import { createNode } from '../shared/chain/logs/rpc-node.ts';
import { KNOWN_EMITTERS } from '../shared/positions/from-logs.ts';
import { epochMs } from '../shared/units.ts';
import { createNodes } from './chain/nodes.ts';
import { timing } from './chain/timing.ts';
import { oneArgument } from './command-line.ts';
import { readConfig } from './config.ts';
import { reportDatabase } from './database/describe-target.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { importIndex } from './positions/snapshot/snapshot.ts';
import { checkSnapshot } from './positions/snapshot/snapshot-check.ts';
import { INDEXER_MIGRATIONS } from './positions/storing/migrations.ts';
import type { IndexerTables } from './positions/storing/tables.ts';
import { runCommand } from './run-command.ts';

/** Requests per second to each node when `CHAIN_RPC_RATE` is unset. */
const POLITE_RATE = 2;

/**
 * `npm run indexer:import FILE`: checks a file against the nodes and imports it into
 * `DATABASE_URL`.
 */
async function main(file: string): Promise<string> {
  const { chain, databases } = readConfig();
  reportDatabase(databases.indexer);
  const nodes = createNodes(
    chain.rpcUrls.map((url) =>
      pacedNode(createNode({ url, fetch }), chain.rpcRate ?? POLITE_RATE, timing()),
    ),
    { now: () => epochMs(Date.now()) },
  );
  const { block, ranges, options } = await checkSnapshot(file, {
    nodes,
    trusted: KNOWN_EMITTERS,
    randomBelow: randomInt,
  });
  const database = openDatabase<IndexerTables>(databases.indexer);
  try {
    await migrate(database, 'indexer', INDEXER_MIGRATIONS);
    const rows = await importIndex(database, file);
    return `${rows} rows up to block ${block} are imported; ${ranges} ranges and ${options} options agree with the chain`;
  } finally {
    await database.close();
  }
}

await runCommand({ usage: 'npm run indexer:import FILE', parse: oneArgument, run: main });
