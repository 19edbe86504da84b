import { encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parsePositions } from '../../../shared/positions/parse-position.ts';
import { contracts } from '../../../shared/units.ts';
import { optionAbi } from '../../devnet/abi/full.ts';
import { type Fill, fillOrder, sendFrom } from '../../devnet/fill.ts';
import { type Market, startMarket } from '../../devnet/market-fixture.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory, syntheticUser } from '../../helpers/synthetic-fills.ts';
import { askedRange, sendError, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

let market: Market;
let postgres: TestPostgres;
const directory = temporaryDirectory();
const running: RunningIndexer[] = [];
let databases = 0;

beforeAll(async () => {
  [market, postgres] = await Promise.all([startMarket(), startPostgres()]);
});
afterEach(async () => {
  for (const indexer of running.splice(0)) await indexer.stop();
});
afterAll(async () => {
  await market?.stop();
  await postgres?.stop();
  directory.remove();
});

const sqlite = async () =>
  ({ engine: 'sqlite', file: `${directory.path}/${databases++}.db` }) as const;
const postgresql = async () =>
  ({ engine: 'postgres', url: await postgres.createDatabase(`indexer${databases++}`) }) as const;

async function start(target: Awaited<ReturnType<typeof sqlite | typeof postgresql>>) {
  const chain = { rpcUrls: [market.devnet.rpcUrl], startBlock: 0, pollMs: 50 };
  const indexer = await startIndexer(target, { chain });
  running.push(indexer);
  await indexer.synced();
  return indexer;
}

async function fill(): Promise<Fill> {
  return fillOrder(market.devnet, {
    signed: await market.quote(),
    taker: market.taker,
    numContracts: contracts(1_000_000n),
    referrer: market.devnet.accounts.referrer.address,
  });
}

const taker = () => market.taker.address;
const positions = (indexer: RunningIndexer, account = taker()) =>
  indexer.list(`/api/v1/user/${account}/positions`);
const addresses = async (indexer: RunningIndexer, account = taker()) =>
  (await positions(indexer, account)).map(({ address }) => address);

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgresql],
])('a fill, indexed on %s', (_, target) => {
  it('a fill becomes a position of its buyer and of its seller, and has every field of the record', async () => {
    const indexer = await start(await target());
    const { optionAddress, receipt, premium, fee, collateral } = await fill();
    const address = optionAddress.toLowerCase();
    await eventually(async () =>
      expect((await positions(indexer))[0]).toMatchObject({ address, implementationName: 'PUT' }),
    );
    const [row] = await positions(indexer);
    const block = await market.devnet.client.getBlock({ blockNumber: receipt.blockNumber });
    expect(row).toEqual({
      address,
      status: 'open',
      buyer: taker().toLowerCase(),
      seller: market.maker.address.toLowerCase(),
      referrer: market.devnet.accounts.referrer.address.toLowerCase(),
      createdBy: '0x1bdff855d6811728acadc00989e79143a2bdfded',
      entryTimestamp: Number(block.timestamp),
      entryTxHash: receipt.transactionHash,
      entryPremium: premium.toString(),
      entryFeePaid: fee.toString(),
      collateralToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      collateralSymbol: 'USDC',
      collateralDecimals: 6,
      underlyingAsset: 'ETH',
      priceFeed: '0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70',
      strikes: ['250000000000'],
      expiryTimestamp: expect.any(Number),
      numContracts: '1000000',
      collateralAmount: collateral.toString(),
      optionType: 257,
      settlement: null,
      explicitClose: null,
      entryBlock: Number(receipt.blockNumber),
      closeTimestamp: null,
      closeTxHash: null,
      closeBlock: null,
      optionTypeRaw: '257',
      optionStatus: 'active',
      implementation: '0x7355eb92dfb0503db558a70c10843618932ab290',
      implementationName: 'PUT',
      implementationType: 'VANILLA',
      bookAddress: '0x1bdff855d6811728acadc00989e79143a2bdfded',
      quotationId: null,
      parentOption: null,
      referralFeePaid: '0',
      side: 'buyer',
      pnlUsd: null,
      pnlPct: null,
    });
    expect((await positions(indexer, market.maker.address))[0]).toMatchObject({
      address,
      side: 'seller',
    });
    expect(parsePositions(await positions(indexer))?.problems).toEqual([]);
  });

  it('a settled fill moves to the history, which shows the buyer’s profit', async () => {
    const snapshot = await market.devnet.client.snapshot();
    const indexer = await start(await target());
    const { optionAddress, expiry } = await fill();
    await market.devnet.setPrice('ETH', 240_000_000_000n);
    await market.devnet.advanceTo(Number(expiry) + 1);
    await sendFrom(market.devnet, market.taker, {
      to: optionAddress,
      data: encodeFunctionData({ abi: optionAbi, functionName: 'payout' }),
    });
    const history = () => indexer.list(`/api/v1/user/${taker()}/history`);
    await eventually(async () =>
      expect((await history())[0]).toMatchObject({
        address: optionAddress.toLowerCase(),
        status: 'settled',
        optionStatus: 'settled-itm',
        settlement: {
          settlementPrice: '240000000000',
          payoutBuyer: '100000000',
          collateralReturnedSeller: '2400000000',
        },
        closeBlock: expect.any(Number),
        side: 'buyer',
        pnlUsd: '6000000000',
        pnlPct: '150.00',
      }),
    );
    expect(await addresses(indexer)).not.toContain(optionAddress.toLowerCase());
    await market.devnet.client.revert({ id: snapshot });
    await market.devnet.mine(1);
    await eventually(async () => expect(await history()).toEqual([]));
  });
});

describe('the paths of positions', () => {
  it('returns a bare array or a `data` member as deployed indexers do, and returns a page on request', async () => {
    const indexer = await start(await sqlite());
    const fills = [await fill(), await fill()].map(({ optionAddress }) =>
      optionAddress.toLowerCase(),
    );
    await eventually(async () =>
      expect(await addresses(indexer)).toEqual(expect.arrayContaining(fills)),
    );
    const all = await addresses(indexer);
    expect(all.slice(0, 2)).toEqual([...fills].reverse());
    const path = `/api/v1/user/${taker()}/positions`;
    expect(await indexer.get(`${path}?limit=1&offset=1`)).toMatchObject({
      data: [{ address: all[1] }],
      pagination: { total: all.length, limit: 1, offset: 1 },
    });
    expect(await indexer.get(`/api/v1/book/user/${taker()}/positions`)).toMatchObject({
      data: all.map((address) => ({ address })),
    });
    expect(await indexer.get(`/api/v1/book/user/${taker()}/history`)).toEqual({ data: [] });
    expect(await indexer.get('/api/v1/open-positions')).toMatchObject({
      count: all.length,
      positions: all.map((address) => ({ address })),
    });
    expect(await indexer.get('/api/v1/open-positions?limit=1')).toMatchObject({ count: 1 });
  });

  it('returns an empty list for an unknown account, accepts addresses in any letter case, and rejects other texts', async () => {
    const indexer = await start(await sqlite());
    expect(await indexer.get(`/api/v1/user/0x${'99'.repeat(20)}/positions`)).toEqual([]);
    const upper = taker().toUpperCase().replace('0X', '0x');
    expect(await indexer.list(`/api/v1/user/${upper}/positions`)).toEqual(await positions(indexer));
    const bad = await indexer.app.inject('/indexer/api/v1/user/0x12/positions');
    expect([bad.statusCode, bad.json()]).toEqual([400, { error: 'Invalid user address format' }]);
    const none = await indexer.app.inject('/indexer/api/v1/nothing');
    expect([none.statusCode, none.json()]).toEqual([404, { error: 'API endpoint not found' }]);
    expect(await indexer.status(`/api/v1/user/${taker()}/positions?limit=x`)).toBe(400);
    expect(none.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
  });
});

describe('update', () => {
  it.each([
    ['GET', '/api/v1/update'],
    ['POST', '/api/v1/update'],
    ['GET', '/api/v1/book/update'],
    ['POST', '/api/v1/book/update'],
  ] as const)(
    'an update by %s %s makes a fill visible immediately and reports counts',
    async (method, path) => {
      const chain = { rpcUrls: [market.devnet.rpcUrl], startBlock: 0, pollMs: 60_000 };
      const clock = createFakeClock(Date.now());
      const indexer = await startIndexer(await sqlite(), { chain, clock });
      running.push(indexer);
      await indexer.synced();
      const { optionAddress } = await fill();
      expect(await addresses(indexer)).not.toContain(optionAddress.toLowerCase());
      const update = () => indexer.app.inject({ method, url: `/indexer${path}` });
      const answer = await update();
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        {
          status: 'success',
          message: expect.any(String),
          startBlock: expect.any(Number),
          endBlock: Number(await market.devnet.client.getBlockNumber({ cacheTime: 0 })),
          processedEvents: 2,
          newPositions: 1,
          updatedPositions: 0,
          errors: [],
        },
      ]);
      expect(await addresses(indexer)).toContain(optionAddress.toLowerCase());
      expect((await update()).json()).toEqual({ status: 'skipped', message: 'Duplicate request' });
    },
  );

  it('skips a second update within ten seconds, and returns the time of the next allowed update', async () => {
    let now = Date.now();
    const chain = { rpcUrls: [market.devnet.rpcUrl], startBlock: 0, pollMs: 50 };
    const indexer = await startIndexer(await sqlite(), {
      chain,
      clock: { now: () => now as never },
    });
    running.push(indexer);
    await indexer.synced();
    const update = () => indexer.get('/api/v1/update');
    expect(await update()).toMatchObject({ status: 'success' });
    const granted = now;
    now += 5_000;
    expect(await update()).toEqual({
      status: 'skipped',
      message: 'Update cooldown active',
      nextUpdateAllowed: new Date(granted + 10_000).toISOString(),
    });
    now += 5_000;
    expect(await update()).toMatchObject({ status: 'success' });
  });

  it('an update accepts an empty body', async () => {
    const indexer = await start(await sqlite());
    const headers = { 'content-type': 'application/json' };
    const answer = await indexer.app.inject({
      method: 'POST',
      url: '/indexer/api/v1/update',
      headers,
      payload: '',
    });
    expect(answer.statusCode).toBe(200);
  });
});

describe('the time before the head is first reached', () => {
  it('serves the data indexed so far, marks the data with synced: false, and names the last indexed block', async () => {
    const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 5, users: 2 }));
    chain.grow(2_000);
    const node = await startSyntheticNode(chain);
    // The node serves final blocks but refuses newer blocks, so the indexer never reaches the head.
    node.misbehave(({ method, params }, response) => {
      if (method !== 'eth_getLogs' || askedRange(params, chain).to < 900) return false;
      sendError(response, -32000, 'no such data');
      return true;
    });
    const indexer = await startIndexer(await sqlite(), {
      chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 20 },
    });
    running.push(indexer);
    const { block } = await eventually(async () => {
      const health = (await indexer.get('/health')) as { last_indexed_block: number };
      expect(health.last_indexed_block).toBeGreaterThan(100);
      expect(health).toMatchObject({
        status: 'unhealthy',
        synced: false,
        progress: { blocksDone: health.last_indexed_block + 1, headBlock: 2_000 },
      });
      return { block: health.last_indexed_block };
    });
    const user = syntheticUser(1);
    const bare = await indexer.app.inject(`/indexer/api/v1/user/${user}/history`);
    expect(bare.json<unknown[]>().length).toBeGreaterThan(10);
    expect(bare.headers).toMatchObject({ 'x-synced': 'false' });
    expect(Number(bare.headers['x-last-indexed-block'])).toBeGreaterThanOrEqual(block);
    for (const path of [
      `/api/v1/book/user/${user}/positions`,
      '/api/v1/book/user/0x0000000000000000000000000000000000000009/positions',
      '/api/v1/stats',
      '/api/v1/book/state',
      '/api/state',
    ])
      expect(await indexer.get(path)).toMatchObject({
        synced: false,
        lastIndexedBlock: expect.any(Number),
      });
    node.misbehave(undefined);
    await indexer.synced();
    expect(await indexer.get('/api/v1/stats')).not.toHaveProperty('synced');
    await node.stop();
  });

  it('serves empty lists while no node responds, and names the reason in health', async () => {
    const chain = { rpcUrls: ['http://127.0.0.1:1'], startBlock: 0, pollMs: 50 };
    const indexer = await startIndexer(await sqlite(), { chain });
    running.push(indexer);
    expect(await indexer.get(`/api/v1/book/user/${taker()}/positions`)).toEqual({
      synced: false,
      lastIndexedBlock: null,
      data: [],
    });
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        status: 'unhealthy',
        chain_id: 8453,
        synced: false,
        error: 'the node did not respond',
      }),
    );
  });
});
