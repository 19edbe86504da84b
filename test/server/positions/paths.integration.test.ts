import { encodeFunctionData, type Hex, parseEther, parseEventLogs, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_R12, FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { contracts } from '../../../shared/units.ts';
import { optionAbi, optionBookAbi, optionFactoryAbi } from '../../devnet/abi/full.ts';
import { approve, fillOrder, sendFrom } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { factoryCall } from '../../devnet/rfq-call.ts';
import { signOffer } from '../../devnet/rfq-offer.ts';
import { eventually } from '../../helpers/eventually.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

const BOOK = BOOK_R12.toLowerCase();
const FACTORY = FACTORY_R12.toLowerCase();
const directory = temporaryDirectory();
let market: Market;
let indexer: RunningIndexer;
/** Lower-case option addresses by their outcome. */
let options: Record<'open' | 'won' | 'lost' | 'child' | 'given' | 'closed' | 'asked', string>;
let taker: string;
let maker: string;
let referrer: string;

/** Indexes one market with every kind of event. The tests only read. */
beforeAll(async () => {
  market = await startMarket();
  const { devnet } = market;
  [taker, maker, referrer] = [market.taker, market.maker, devnet.accounts.referrer].map(
    ({ address }) => address.toLowerCase(),
  ) as [string, string, string];
  await devnet.send({
    from: devnet.accounts.deployer.address,
    to: BOOK_R12,
    data: encodeFunctionData({
      abi: optionBookAbi,
      functionName: 'setReferrerFeeSplit',
      args: [devnet.accounts.referrer.address, 5_000n],
    }),
  });
  const asked = await ask();
  const [won, lost, open, closed] = [
    await fill({ strikes: [300_000_000_000n], price: 5_000_000_000n }),
    await fill({}),
    await fill(
      {
        product: 'INVERSE_CALL',
        price: 10_000_000n,
        budget: parseEther('10'),
        expiry: (await devnet.now()) + 9 * 86_400,
      },
      contracts(parseEther('1')),
    ),
    await fill({ expiry: (await devnet.now()) + 9 * 86_400 }),
  ] as [string, string, string, string];
  const child = await split(open);
  const other = devnet.accounts.takers[1].address;
  await call(child, 'transfer', [true, other]);
  await call(closed, 'transfer', [true, market.maker.address]);
  await call(closed, 'close', [], market.maker);
  const day = (await devnet.now()) + 2 * 86_400;
  await devnet.advanceTo(day);
  await call(won, 'payout', []);
  await call(lost, 'payout', []);
  options = { open, won, lost, child, given: child, closed, asked };

  const chain = { rpcUrls: [devnet.rpcUrl], startBlock: 0, pollMs: 50 };
  indexer = await startIndexer(
    { engine: 'sqlite', file: `${directory.path}/paths.db` },
    {
      chain,
      clock: { now: () => (day * 1000) as never },
    },
  );
  await eventually(async () =>
    expect(await indexer.get(`/api/v1/book/option/${won}`)).toMatchObject({
      data: { implementationName: 'PUT' },
    }),
  );
  await eventually(async () =>
    expect(await indexer.get(`/api/v1/factory/rfqs/0`)).toMatchObject({ numContracts: '1000000' }),
  );
});
afterAll(async () => {
  await indexer?.stop();
  await market?.stop();
  directory.remove();
});

async function fill(
  change: Parameters<Market['quote']>[0],
  size = contracts(1_000_000n),
): Promise<string> {
  const { optionAddress } = await fillOrder(market.devnet, {
    signed: await market.quote(change),
    taker: market.taker,
    numContracts: size,
    referrer: market.devnet.accounts.referrer.address,
  });
  return optionAddress.toLowerCase();
}

function call(
  option: string,
  functionName: 'transfer' | 'close' | 'payout',
  args: readonly unknown[],
  from = market.taker,
) {
  const data = encodeFunctionData({ abi: optionAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
  return sendFrom(market.devnet, from, { to: option as Hex, data });
}

async function split(option: string): Promise<string> {
  const data = encodeFunctionData({
    abi: optionAbi,
    functionName: 'split',
    args: [parseEther('0.25')],
  });
  const value = await market.devnet.client.readContract({
    address: option as Hex,
    abi: optionAbi,
    functionName: 'getSplitFee',
  });
  const { logs } = await sendFrom(market.devnet, market.taker, { to: option as Hex, data, value });
  const [event] = parseEventLogs({ abi: optionAbi, eventName: 'OptionSplit', logs });
  return event?.args.newOption.toLowerCase() ?? '';
}

/** Creates two requests: one settles early into an option, the other is cancelled. */
async function ask(): Promise<string> {
  const { devnet } = market;
  const { order } = await market.quote();
  for (const account of [market.maker, market.taker])
    await approve(devnet, account, {
      token: USDC.address,
      amount: 10n ** 12n,
      spender: FACTORY_R12,
    });
  const send = (account: Market['maker'], data: Hex) =>
    sendFrom(devnet, account, { to: FACTORY_R12, data });
  const request = (now: number) =>
    factoryCall('requestForQuotation', [
      {
        requester: market.taker.address,
        existingOptionAddress: zeroAddress,
        collateral: order.collateral,
        collateralPriceFeed: order.priceFeed,
        implementation: order.implementation,
        strikes: order.strikes,
        numContracts: 1_000_000n,
        requesterDeposit: 0n,
        collateralAmount: 0n,
        expiryTimestamp: BigInt(order.expiry + 9 * 86_400),
        offerEndTimestamp: BigInt(now + 60),
        isRequestingLongPosition: true,
        convertToLimitOrder: false,
        extraOptionData: '0x',
      },
      { referralId: 0n, eventCode: 4n },
      50_000_000n,
      'a public key',
    ]);
  await send(market.taker, request(await devnet.now()));
  const offer = {
    quotationId: 0n,
    offerAmount: 30_000_000n,
    offeror: market.maker.address,
    nonce: 1n,
  };
  const signature = await signOffer(devnet, market.maker, offer);
  await send(
    market.maker,
    factoryCall('makeOfferForQuotation', [0n, signature, 'a signing key', 'sealed']),
  );
  const { logs } = await send(
    market.taker,
    factoryCall('settleQuotationEarly', [0n, offer.offerAmount, offer.nonce, offer.offeror]),
  );
  await send(market.taker, request(await devnet.now()));
  await send(market.taker, factoryCall('cancelQuotation', [1n]));
  const [settled] = parseEventLogs({ abi: optionFactoryAbi, eventName: 'QuotationSettled', logs });
  return settled?.args.optionAddress.toLowerCase() ?? '';
}

const addressesOf = (rows: unknown) =>
  (rows as { address: string }[]).map(({ address }) => address).sort();

describe('positions after splits, transfers, settlements and closes', () => {
  it('lists positions for their current holders', async () => {
    const { open, child, asked, won, lost, closed } = options;
    expect(addressesOf(await indexer.get(`/api/v1/user/${taker}/positions`))).toEqual(
      [open, asked].sort(),
    );
    expect(addressesOf(await indexer.get(`/api/v1/user/${taker}/history`))).toEqual(
      [won, lost].sort(),
    );
    const other = market.devnet.accounts.takers[1].address;
    expect(await indexer.get(`/api/v1/user/${other}/positions`)).toMatchObject([
      {
        address: child,
        parentOption: open,
        collateralAmount: parseEther('0.25').toString(),
        side: 'buyer',
      },
    ]);
    expect(await indexer.get(`/api/v1/user/${maker}/history`)).toMatchObject([
      {
        address: closed,
        status: 'closed',
        optionStatus: 'closed',
        explicitClose: { closedBy: maker },
        pnlUsd: null,
      },
      { address: closed, side: expect.any(String) },
      { address: lost, settlement: { payoutBuyer: '0' }, optionStatus: 'settled-otm' },
      { address: won, optionStatus: 'settled-itm' },
    ]);
  });

  it('separates the book’s positions from the factory’s positions', async () => {
    const { open, asked } = options;
    expect(await indexer.get(`/api/v1/book/user/${taker}/positions`)).toMatchObject({
      data: [{ address: open, bookAddress: BOOK }],
    });
    expect(await indexer.get(`/api/v1/factory/user/${taker}/positions`)).toMatchObject({
      data: [
        {
          address: asked,
          createdBy: FACTORY,
          quotationId: '0',
          entryPremium: '30000000',
          bookAddress: null,
        },
      ],
    });
    expect(await indexer.get('/api/v1/factory/options')).toMatchObject({
      data: [{ address: asked }],
    });
  });

  it('returns an option’s details with its events and the profit of each side', async () => {
    const { won, open, asked } = options;
    expect(await indexer.get(`/api/v1/book/option/${won}`)).toMatchObject({
      data: {
        optionAddress: won,
        optionStatus: 'settled-itm',
        settlement: { payoutBuyer: '410000000' },
        pnl: {
          [taker]: [{ side: 'buyer', pnl: '360000000', pnlUsd: '36000000000' }],
          [maker]: [{ side: 'seller', pnl: expect.stringMatching(/^-\d+$/) }],
        },
        optionEvents: [
          { type: 'option-expired' },
          { type: 'option-payout', args: { amount: '410000000' } },
        ],
      },
    });
    expect(await indexer.get(`/api/v1/book/option/${open}`)).toMatchObject({
      data: {
        implementationName: 'INVERSE_CALL',
        optionEvents: [{ type: 'option-split' }],
        settlement: null,
      },
    });
    expect(await indexer.get(`/api/v1/factory/option/${asked}`)).toMatchObject({
      data: { optionAddress: asked, rfqs: [{ id: '0', status: 'settled' }] },
    });
    expect(await indexer.status(`/api/v1/factory/option/${won}`)).toBe(404);
    expect(await indexer.status(`/api/v1/book/option/0x${'00'.repeat(20)}`)).toBe(404);
    expect(await indexer.status('/api/v1/book/option/zz')).toBe(400);
  });
});

describe('requests for quotation', () => {
  it('returns requests with their terms, offers and outcomes', async () => {
    expect(await indexer.get('/api/v1/factory/rfqs')).toMatchObject({
      data: [{ id: '0' }, { id: '1' }],
    });
    expect(await indexer.get('/api/v1/factory/rfqs?status=cancelled')).toMatchObject({
      data: [{ id: '1', status: 'cancelled' }],
    });
    expect(await indexer.get('/api/v1/factory/rfqs?limit=1&offset=1')).toMatchObject({
      data: [{ id: '1' }],
      pagination: { total: 2, limit: 1, offset: 1 },
    });
    for (const [path, total] of [
      ['rfqs?status=cancelled&', 1],
      ['offers?', 1],
      ['options?', 1],
      [`user/${taker}/rfqs?`, 2],
      [`user/${maker}/offers?`, 1],
      [`user/${taker}/positions?`, 1],
    ])
      expect(await indexer.get(`/api/v1/factory/${path}limit=1&offset=5`)).toMatchObject({
        data: [],
        pagination: { total, limit: 1, offset: 5 },
      });
    expect(await indexer.get('/api/v1/factory/rfqs/0')).toMatchObject({
      id: '0',
      status: 'settled',
      requester: taker,
      winner: maker,
      optionAddress: options.asked,
      strikes: ['250000000000'],
      underlyingAsset: 'ETH',
      currentBestPrice: '30000000',
      referralId: '0',
      isRequestingLongPosition: true,
      offers: {
        [maker]: {
          status: 'accepted',
          revealedAmount: '30000000',
          signedOfferForRequester: 'sealed',
        },
      },
    });
    expect(await indexer.status('/api/v1/factory/rfqs/99')).toBe(404);
    expect(await indexer.status('/api/v1/factory/rfqs/x')).toBe(400);
    expect(await indexer.status('/api/v1/factory/rfqs?status=x')).toBe(400);
  });

  it('lists requests by requester and offers by offeror', async () => {
    expect(await indexer.get(`/api/v1/factory/user/${taker}/rfqs`)).toMatchObject({
      data: [{ id: '0' }, { id: '1' }],
    });
    expect(await indexer.get(`/api/v1/factory/user/${maker}/offers`)).toMatchObject({
      data: [{ quotationId: '0' }],
    });
    expect(await indexer.get(`/api/v1/factory/user/${taker}/offers`)).toEqual({ data: [] });
    expect(await indexer.get('/api/v1/factory/offers')).toMatchObject({
      data: [{ offeror: maker }],
    });
  });
});

describe('statistics', () => {
  it('counts options by status', async () => {
    const book = {
      openPositions: 2,
      settledPositions: 2,
      closedPositions: 1,
      totalOptionsTracked: 5,
    };
    expect(await indexer.get('/api/v1/book/stats')).toMatchObject({
      ...book,
      uniqueUsers: 3,
      lastProcessedBlock: expect.any(Number),
      lastUpdateTimestamp: expect.any(Number),
      positions: { total: 5, open: 2, settled: 2, closed: 1, pendingInit: 0 },
    });
    expect(await indexer.get('/api/v1/stats')).toMatchObject({
      openPositions: 3,
      totalOptionsTracked: 6,
    });
    expect(await indexer.get('/api/v1/factory/stats')).toMatchObject({
      totalRfqs: 2,
      activeRfqs: 0,
      settledRfqs: 1,
      cancelledRfqs: 1,
      totalOffers: 1,
      totalOptions: 1,
      indexedFactoryAddresses: expect.arrayContaining([FACTORY]),
    });
  });

  it('returns the protocol’s statistics by time window, token and product, and in dollars', async () => {
    const { stats, indexedBookAddresses } = (await indexer.get(
      '/api/v1/book/stats/protocol',
    )) as Record<string, never>;
    expect(indexedBookAddresses).toContain(BOOK);
    expect(stats).toMatchObject({
      totalPositions: 5,
      totalSettled: 2,
      totalActive: 2,
      uniqueUsers: 3,
      // The volume in dollars is 2 × 2,500 + 3,000 for three puts, plus the value of one ether.
      totalVolume: { USDC: '8000', WETH: '1' },
      totalPremium: { USDC: '130', WETH: '0.1' },
      totalVolumeUsd: '10590',
      '24h': { positions: 0, settled: 2, volume: {} },
      '7d': { positions: 5, settled: 2, volume: { USDC: '8000', WETH: '1' } },
      '30d': { positions: 5, volumeUsd: '10590' },
      byImplementationType: {
        PUT: {
          count: 3,
          settled: 2,
          active: 0,
          buyerWins: 1,
          buyerWinRate: '50.00',
          volume: { USDC: '8000' },
        },
        INVERSE_CALL: {
          count: 2,
          active: 2,
          implementations: expect.arrayContaining(['0xe6c5756b0289e3f0994cb12eb8ab71cd903ed0ea']),
        },
      },
      exerciseRate: '50.00',
      uniqueUsersNew: { '24h': 0, '7d': 3, '30d': 3 },
    });
    expect(await indexer.get('/api/v1/factory/stats/protocol')).toMatchObject({
      chainId: 8453,
      stats: {
        totalPositions: 1,
        avgTimeToFill: expect.any(Number),
        avgOffersPerRfq: 0.5,
        totalOffers: 1,
      },
    });
    expect(await indexer.get('/api/v1/stats/protocol')).toMatchObject({
      indexedBookAddresses: expect.any(Array),
      indexedFactoryAddresses: expect.any(Array),
      stats: { totalPositions: 6, totalVolume: { USDC: '10500', WETH: '1' } },
    });
  });

  it('returns one row for a day with trades: for the book, for the factory and for both together', async () => {
    const date = new Date(((await market.devnet.now()) - 2 * 86_400) * 1000)
      .toISOString()
      .slice(0, 10);
    for (const [path, trades] of [
      ['book', 5],
      ['factory', 1],
    ] as const)
      expect(await indexer.get(`/api/v1/${path}/stats/daily`)).toMatchObject({
        daily: [{ date, trades }],
      });
    expect(await indexer.get('/api/v1/stats/daily')).toMatchObject({
      daily: [{ date, trades: 6, volume: { USDC: '10500', WETH: '1' }, volumeUsd: '13090' }],
    });
  });
});

describe('a referrer', () => {
  it('returns a referrer’s trades, summary and users', async () => {
    const state = await indexer.get(`/api/v1/book/referrer/${referrer}/state`);
    const { won, lost, open, child, closed } = options;
    expect(Object.keys((state as Record<string, object>).positions ?? {}).sort()).toEqual(
      [won, lost, open, child, closed].sort(),
    );
    expect(state).toMatchObject({
      referrer,
      positions: { [won]: { status: 'settled', referrer, optionStatus: 'settled-itm' } },
      summary: {
        totalPositions: 5,
        totalSettled: 2,
        totalVolume: { USDC: '8000', WETH: '1' },
        totalReferralFees: { USDC: expect.any(String) },
      },
      topProfitableTrades: [
        { address: won, user: taker, side: 'buyer' },
        { address: lost, user: maker },
      ],
      lastUpdateTimestamp: expect.any(Number),
    });
    expect(Object.keys((state as Record<string, object>).userDailyMetrics ?? {})).toContain(taker);
  });

  it('returns no positions for the zero address as referrer', async () => {
    const state = await indexer.get(`/api/v1/book/referrer/${zeroAddress}/state`);
    expect(state).toHaveProperty('positions', {});
  });
});

describe('complete states', () => {
  it('returns every position of the book under its option’s address', async () => {
    const { won, lost, open, child, closed } = options;
    const state = (await indexer.get('/api/v1/book/state')) as Record<
      string,
      Record<string, unknown>
    >;
    expect(Object.keys(state.positions ?? {}).sort()).toEqual(
      [won, lost, open, child, closed].sort(),
    );
    expect(state.positions?.[won]).toMatchObject({ status: 'settled' });
    const page = (await indexer.get('/api/v1/book/state?limit=2&offset=1')) as Record<
      string,
      object
    >;
    expect(Object.keys(page.positions ?? {})).toEqual(
      Object.keys(state.positions ?? {}).slice(1, 3),
    );
  });

  it('returns the factory’s requests, offers, options and holders', async () => {
    expect(await indexer.get('/api/state')).toMatchObject({
      rfqs: {
        [`${FACTORY}:0`]: { status: 'settled' },
        [`${FACTORY}:1`]: { status: 'cancelled' },
      },
      offers: { [`${FACTORY}:0`]: { [maker]: { status: 'accepted' } } },
      options: { [options.asked]: { status: 'open' } },
      userRFQs: { [taker]: { completed: [`${FACTORY}:0`, `${FACTORY}:1`] } },
      userOffers: { [maker]: { completed: [`${FACTORY}:0`] } },
      userOptions: { [taker]: { active: [options.asked] }, [maker]: { active: [options.asked] } },
      protocolStats: { totalRfqs: 2, totalOffers: 1 },
      referrals: {},
      indexedFactoryAddresses: expect.arrayContaining([FACTORY]),
    });
  });

  it('reports in health how far the chain was read', async () => {
    const head = Number(await market.devnet.client.getBlockNumber({ cacheTime: 0 }));
    expect(await indexer.get('/health')).toMatchObject({
      status: 'ok',
      chain_id: 8453,
      last_indexed_block: head,
      head_block: head,
      lag_blocks: 0,
      synced: true,
      progress: { done: 1 },
      writer: true,
      error: null,
    });
  });
});
