import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRecord } from '../../../shared/wire/json-values.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory, syntheticUser } from '../../helpers/synthetic-fills.ts';
import { type SyntheticNode, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

/** More than the rows of one read. */
const FILLS = 1_200;
const directory = temporaryDirectory();
let node: SyntheticNode;
let indexer: RunningIndexer;

beforeAll(async () => {
  const chain = createSyntheticChain(
    fillStory({ perBlock: 20, settledAfter: 40, users: 1, total: FILLS }),
  );
  chain.grow(70);
  node = await startSyntheticNode(chain);
  const target = { engine: 'sqlite', file: `${directory.path}/pages.db` } as const;
  const chainOptions = { rpcUrls: [node.url], startBlock: 0, pollMs: 60_000 };
  indexer = await startIndexer(target, { chain: chainOptions });
  await indexer.synced();
});
afterAll(async () => {
  await indexer?.stop();
  await node?.stop();
  directory.remove();
});

async function addresses(path: string): Promise<string[]> {
  const answer = await indexer.get(path);
  if (!isRecord(answer) && !Array.isArray(answer)) throw new Error(`${path} returned no list`);
  const list = Array.isArray(answer) ? answer : (answer.data ?? answer.positions);
  if (isRecord(list)) return Object.keys(list);
  if (!Array.isArray(list)) throw new Error(`${path} returned no list`);
  return list.map((row) => String(isRecord(row) ? row.address : row));
}

it.each([
  `/api/v1/user/${syntheticUser(0)}/positions`,
  `/api/v1/user/${syntheticUser(0)}/history`,
  '/api/v1/open-positions',
  '/api/v1/book/state',
])(
  'returns pages of %s that are slices of the whole list, with each position once',
  async (path) => {
    const whole = await addresses(path);
    expect(whole.length).toBeGreaterThan(500);
    expect(new Set(whole).size).toBe(whole.length);
    for (const [limit, offset] of [
      [1, 0],
      [7, 493],
      [700, 300],
      [1_000, whole.length - 3],
      [10, whole.length],
    ] as const)
      expect(await addresses(`${path}?limit=${limit}&offset=${offset}`)).toEqual(
        whole.slice(offset, offset + limit),
      );
  },
);

it('returns the number of positions on all pages with a page of an account', async () => {
  const path = `/api/v1/user/${syntheticUser(0)}`;
  const open = await addresses(`${path}/positions`);
  const over = await addresses(`${path}/history`);
  expect(open.length + over.length).toBe(FILLS);
  for (const [name, total] of [
    ['positions', open.length],
    ['history', over.length],
  ] as const)
    expect(await indexer.get(`${path}/${name}?limit=2`)).toMatchObject({
      pagination: { total, limit: 2, offset: 0 },
    });
});
