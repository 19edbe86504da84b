import { afterAll, beforeAll, expect, it } from 'vitest';
import { epochMs } from '../../shared/units.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSyntheticChain, type EventText } from '../helpers/synthetic-chain.ts';
import { fillStory, syntheticOption, syntheticUser } from '../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../server/orders/harness.ts';
import { dump } from '../server/positions/dump.ts';
import { type RunningIndexer, startIndexer } from '../server/positions/harness.ts';
import { BUYER, encodeLog, FACTORY, OTHER, SELLER } from '../shared/positions/event-logs.ts';

const directory = temporaryDirectory();
const target = { engine: 'sqlite', file: `${directory.path}/golden.db` } as const;
const fills = fillStory({ perBlock: 1, settledAfter: 3, users: 2, total: 8 });

const event = (name: string, values: Record<string, unknown>): EventText =>
  encodeLog(FACTORY, name, { quotationId: 7n, ...values });
const request = event('QuotationRequested', {
  requester: BUYER,
  reservePrice: 5n,
  requesterPublicKey: 'key',
});
const offerOf = (offeror: string) =>
  event('OfferMade', {
    offeror,
    offerSignature: '0x12',
    signingKey: 'k',
    signedOfferForRequester: 'sealed',
  });

/**
 * Events by block: a request, two offers, the reveal of the first offer, and the request's
 * cancellation.
 */
const REQUESTS: Readonly<Record<number, readonly (readonly EventText[])[]>> = {
  2: [[request, event('QuotationTrackers', { referralId: 3n, tracking: 0n })]],
  3: [[offerOf(SELLER)], [offerOf(OTHER)]],
  4: [[event('OfferRevealed', { offeror: SELLER, amount: 99n })]],
  5: [[event('QuotationCancelled', { requester: BUYER })]],
};

let node: Awaited<ReturnType<typeof startSyntheticNode>>;
let indexer: RunningIndexer;

beforeAll(async () => {
  const chain = createSyntheticChain((block) => [...fills(block), ...(REQUESTS[block] ?? [])]);
  chain.grow(9);
  node = await startSyntheticNode(chain);
  const now = epochMs(chain.head.timestamp * 1_000);
  indexer = await startIndexer(target, {
    chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 20 },
    clock: { now: () => now },
  });
  await indexer.synced();
  // The indexer reads implementations and terms from the chain after the events.
  await eventually(async () => {
    const { positions = [], quotations = [] } = await dump(target);
    expect(positions.filter((row) => Reflect.get(Object(row), 'implementation') === '')).toEqual(
      [],
    );
    expect(quotations.filter((row) => Reflect.get(Object(row), 'has_terms') === 0)).toEqual([]);
  });
});
afterAll(async () => {
  await indexer?.stop();
  await node?.stop();
  directory.remove();
});

const user = syntheticUser(1);
const PATHS = [
  '/api/v1/open-positions',
  ...['/api/v1', '/api/v1/book'].flatMap((side) =>
    ['positions', 'history'].map((list) => `${side}/user/${user}/${list}`),
  ),
  `/api/v1/factory/user/${user}/positions`,
  `/api/v1/book/option/${syntheticOption(1)}`,
  '/api/v1/book/state',
  '/api/v1/factory/rfqs',
  '/api/v1/factory/rfqs/7',
  '/api/v1/factory/offers',
  '/api/v1/factory/options',
  `/api/v1/factory/user/${BUYER}/rfqs`,
  `/api/v1/factory/user/${SELLER}/offers`,
  '/api/state',
];

it('stores the rows of the index as in the golden file', async () => {
  const text = Object.entries(await dump(target))
    .flatMap(([table, rows]) => rows.map((row) => `${table} ${JSON.stringify(row)}\n`))
    .join('');
  await expect(text).toMatchFileSnapshot('index-rows.golden.txt');
});

it('the indexer’s responses match the golden file', async () => {
  let text = '';
  for (const path of PATHS) {
    const answer = await indexer.app.inject(`/indexer${path}`);
    text += `${path} ${answer.statusCode} ${answer.body}\n`;
  }
  await expect(text).toMatchFileSnapshot('index-answers.golden.txt');
});
