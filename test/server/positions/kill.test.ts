import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { isRecord } from '../../../shared/wire/json-values.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory } from '../../helpers/synthetic-fills.ts';
import { sendError, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { counters, dump } from './dump.ts';

const FILLS = 5_000;
const BLOCKS = 2_600;
const KILLS = 100;

const directory = temporaryDirectory();
afterAll(() => directory.remove());

function run(file: string, nodeUrl: string): ChildProcess {
  const script = new URL('./indexer-process.ts', import.meta.url).pathname;
  const args = [script, `sqlite:${file}`, nodeUrl, String(BLOCKS)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function cursorOf(file: string): number {
  const database = new Database(file, { readonly: true });
  const row = database.prepare('select block from indexer_cursor').get();
  database.close();
  return isRecord(row) ? Number(row.block) : 0;
}

it('an indexer killed a hundred times in a backfill of 5000 fills ends with the rows of one that was not', {
  timeout: 300_000,
}, async () => {
  const chain = createSyntheticChain(
    fillStory({ perBlock: 2, settledAfter: 40, users: 300, total: FILLS }),
  );
  chain.grow(BLOCKS);
  const node = await startSyntheticNode(chain);
  let served = 0;
  let onServed: (count: number) => void = () => undefined;
  // Small ranges make many commits, so that a kill may come before, within and after each.
  node.misbehave(({ method, params }, response) => {
    if (method !== 'eth_getLogs') return false;
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
    if (Number(toBlock) - Number(fromBlock) < 8) {
      onServed(++served);
      return false;
    }
    sendError(response, -32005, 'range too wide');
    return true;
  });

  const killed = `${directory.path}/killed.db`;
  let kills = 0;
  let random = 12_345;
  const reached = new Set<number>();
  for (let isDone = false; !isDone; ) {
    served = 0;
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    const [killAfter, delay] = [1 + (random % 5), (random >> 8) % 20];
    const child = run(killed, node.url);
    const ended = once(child, 'exit');
    onServed = (count) => {
      if (count !== killAfter || kills >= KILLS) return;
      setTimeout(() => {
        if (child.kill('SIGKILL')) kills++;
      }, delay);
    };
    const [code] = await ended;
    reached.add(cursorOf(killed));
    isDone = code === 0;
  }
  expect(kills).toBe(KILLS);
  // The kills were spread over the backfill, not all before it.
  expect(reached.size).toBeGreaterThan(KILLS / 2);

  const undisturbed = `${directory.path}/undisturbed.db`;
  const [code] = await once(run(undisturbed, node.url), 'exit');
  expect(code).toBe(0);
  const [after, expected] = [killed, undisturbed].map(
    (file) => ({ engine: 'sqlite', file }) as const,
  );
  if (after === undefined || expected === undefined) return expect.unreachable();
  expect((await dump(expected)).positions).toHaveLength(FILLS);
  expect(await dump(after)).toEqual(await dump(expected));
  expect(await counters(after)).toEqual(await counters(expected));
  await node.stop();
});
