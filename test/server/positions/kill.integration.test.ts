import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { type DatabaseTarget, parseDatabaseUrl } from '../../../server/database/target.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { everyNth, REPETITIONS } from '../../belts.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory } from '../../helpers/synthetic-fills.ts';
import { sendError, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { counters, dump } from './dump.ts';

const { fills: FILLS, ...KILLS } = REPETITIONS.indexerKills;
/** Number of blocks: two fills in each, and room for the last settlements. */
const BLOCKS = FILLS / 2 + 100;

const directory = temporaryDirectory();
let postgres: TestPostgres;
let databases = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  directory.remove();
});

const sqlite = async () => `sqlite:${directory.path}/${databases++}.db`;
const postgresql = () => postgres.createDatabase(`killed${databases++}`);

function targetOf(url: string): DatabaseTarget {
  const target = parseDatabaseUrl(url);
  if (target === undefined) throw new Error('the URL names no database');
  return target;
}

function run(database: string, nodeUrl: string): ChildProcess {
  const script = new URL('./indexer-process.ts', import.meta.url).pathname;
  const args = [script, database, nodeUrl, String(BLOCKS)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function cursorOf(database: string): Promise<number> {
  const { db, close } = openDatabase<IndexerTables>(targetOf(database));
  const row = await db.selectFrom('indexer_cursor').select('block').executeTakeFirst();
  await close();
  return row?.block ?? 0;
}

it.each(
  everyNth(3, [
    {
      most: KILLS.sqlite,
      engine: 'SQLite',
      create: sqlite,
      longest: 8,
      latest: 5,
    },
    {
      most: KILLS.postgres,
      engine: 'PostgreSQL',
      create: postgresql,
      longest: 8,
      latest: 5,
    },
    // The indexer reads finalized blocks ahead, so a late kill loses several ranges.
    {
      most: KILLS.late,
      engine: 'SQLite, with late kills',
      create: sqlite,
      longest: 4,
      latest: 60,
    },
  ]),
)(
  `stores the same rows after $most kills during a backfill of ${FILLS} fills ($engine)`,
  {
    timeout: 300_000,
  },
  async ({ most, create, longest, latest }) => {
    const chain = createSyntheticChain(
      fillStory({ perBlock: 2, settledAfter: 40, users: 300, total: FILLS }),
    );
    chain.grow(BLOCKS);
    const node = await startSyntheticNode(chain);
    let served = 0;
    let onServed: (count: number) => void = () => undefined;
    // Small ranges mean many commits, so that kills happen before, during and after a commit.
    node.misbehave(({ method, params }, response) => {
      if (method !== 'eth_getLogs') return false;
      const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
      if (fromBlock === undefined || Number(toBlock) - Number(fromBlock) < longest) {
        onServed(++served);
        return false;
      }
      sendError(response, -32005, 'range too wide');
      return true;
    });

    const killed = await create();
    let kills = 0;
    let random = 12_345;
    const reached = new Set<number>();
    for (let isDone = false; !isDone; ) {
      served = 0;
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
      const [killAfter, delay] = [1 + (random % latest), (random >> 8) % 20];
      const child = run(killed, node.url);
      const ended = once(child, 'exit');
      onServed = (count) => {
        if (count !== killAfter || kills >= most) return;
        setTimeout(() => {
          if (child.kill('SIGKILL')) kills++;
        }, delay);
      };
      const [code] = await ended;
      reached.add(await cursorOf(killed));
      isDone = code === 0;
    }
    expect(kills).toBe(most);
    // The kills happened throughout the backfill.
    expect(reached.size).toBeGreaterThan(most / 4);

    const undisturbed = await create();
    const [code] = await once(run(undisturbed, node.url), 'exit');
    expect(code).toBe(0);
    const [after, expected] = [targetOf(killed), targetOf(undisturbed)];
    expect((await dump(expected)).positions).toHaveLength(FILLS);
    expect(await dump(after)).toEqual(await dump(expected));
    expect(await counters(after)).toEqual(await counters(expected));
    await node.stop();
  },
);
