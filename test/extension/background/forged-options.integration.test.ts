import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createIndexerClient } from '../../../entrypoints/background/market/indexer-client.ts';
import { createRecentTrades } from '../../../entrypoints/background/positions/recent-trades.ts';
import { createPositions } from '../../../entrypoints/background/positions/refresh.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { totalsOf } from '../../../shared/positions/totals.ts';
import { contracts, epochMs, price8 } from '../../../shared/units.ts';
import { optionAbi } from '../../devnet/abi/full.ts';
import { type Fill, fillOrder, sendFrom } from '../../devnet/fill.ts';
import { type Market, startMarket } from '../../devnet/market-fixture.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { memoryLayouts } from '../helpers/memory-layouts.ts';
import { memoryNotes } from '../helpers/memory-notes.ts';

const FORGED: Address = '0x00000000000000000000000000000000f0f0f0f0';
/** A million contracts of an option without collateral. */
const CONTRACTS = 1_000_000_000_000n;

let market: Market;
let real: Fill;
let initialised: Hex;

beforeAll(async () => {
  market = await startMarket();
  real = await fillOrder(market.devnet, {
    signed: await market.quote(),
    taker: market.taker,
    numContracts: contracts(1_000_000n),
  });
  // Deploys a clone of the pinned implementation, which anybody can create and initialize.
  const code = await market.devnet.client.getCode({ address: real.optionAddress });
  await market.devnet.client.request({
    method: 'anvil_setCode' as never,
    params: [FORGED, code] as never,
  });
  const receipt = await sendFrom(market.devnet, market.taker, {
    to: FORGED,
    data: encodeFunctionData({
      abi: optionAbi,
      functionName: 'initialize',
      args: [await paramsLike(real)],
    }),
  });
  initialised = receipt.transactionHash;
});
afterAll(() => market?.stop());

/** Parameters of the real option, for a million contracts without collateral. */
async function paramsLike(fill: Fill) {
  const read = (functionName: 'chainlinkPriceFeed' | 'historicalTWAPConsumer' | 'factory') =>
    market.devnet.client.readContract({
      address: fill.optionAddress,
      abi: optionAbi,
      functionName,
    });
  return {
    collateralToken: fill.collateralToken,
    chainlinkPriceFeed: await read('chainlinkPriceFeed'),
    historicalTWAPConsumer: await read('historicalTWAPConsumer'),
    buyer: market.taker.address,
    seller: market.maker.address,
    strikes: [...fill.strikes],
    expiryTimestamp: fill.expiry,
    twapPeriod: 1800n,
    numContracts: CONTRACTS,
    collateralAmount: 0n,
    rescueAddress: zeroAddress,
    factoryAddress: await read('factory'),
    extraOptionData: '0x' as const,
  };
}

function forgedRecord(entryTxHash: Hex) {
  return {
    address: FORGED,
    status: 'open',
    entryTimestamp: Math.floor(Date.now() / 1000) - 60,
    entryTxHash,
    entryBlock: 1,
    closeTimestamp: null,
    closeTxHash: null,
    closeBlock: null,
    buyer: market.taker.address,
    seller: market.maker.address,
    referrer: zeroAddress,
    createdBy: real.createdBy,
    entryPremium: '1000000',
    entryFeePaid: '0',
    optionType: 257,
    optionTypeRaw: '257',
    collateralToken: real.collateralToken,
    collateralSymbol: 'USDC',
    collateralDecimals: 6,
    underlyingAsset: 'ETH',
    priceFeed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
    strikes: real.strikes.map(String),
    expiryTimestamp: Number(real.expiry),
    numContracts: String(CONTRACTS),
    collateralAmount: '0',
    settlement: null,
    explicitClose: null,
  };
}

function realRecord() {
  return {
    ...forgedRecord(real.receipt.transactionHash),
    address: real.optionAddress,
    numContracts: String(real.numContracts),
    collateralAmount: String(real.collateral),
    entryPremium: String(real.premium),
    entryFeePaid: String(real.fee),
  };
}

/** Moves USDC out of a contract, which only a defect of the contract could do. */
async function takeFrom(option: Address, amount: bigint): Promise<void> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [market.maker.address, amount],
  });
  const ask = (method: string, params: readonly unknown[]) =>
    market.devnet.client.request({ method: method as never, params: params as never });
  await ask('anvil_impersonateAccount', [option]);
  await ask('anvil_setBalance', [option, '0xde0b6b3a7640000']);
  await ask('eth_sendTransaction', [{ from: option, to: real.collateralToken, data }]);
  await ask('anvil_mine', []);
}

async function rowsOf(record: object, account: Address = market.taker.address) {
  const fetch: Fetch = async (url) =>
    Response.json(new URL(url).pathname.endsWith('/positions') ? [record] : []);
  const rpc = createRpc({ fetch: globalThis.fetch, urls: () => [market.devnet.rpcUrl] });
  const clock = { now: () => epochMs(Date.now()) };
  const positions = createPositions({
    indexer: createIndexerClient({
      fetch,
      url: () => 'https://indexer.example/indexer',
      layouts: memoryLayouts(),
    }),
    client: rpc,
    trades: createRecentTrades({
      stored: stored(memoryAreas(), STORED_KEYS.recentTrades),
      rpc,
      clock,
    }),
    clock,
    ...memoryNotes(),
    wait: async () => undefined,
    account: () => account,
    canSign: () => true,
    // The forged put is deep in the money, so it would be worth billions.
    spots: {
      of: () => ({ price: price8(100_00000000n), source: 'chain' }),
      refresh: async () => undefined,
    },
    quotes: () => [],
    budgetOf: ({ order }) => order.maxCollateralUsable,
    offerOf: () => undefined,
    checkQuotes: async () => undefined,
    onRead: () => undefined,
  });
  return (await positions.list()).rows;
}

describe('a clone of a pinned implementation that no book created', () => {
  it.each([
    ['the clone’s own initialisation', () => initialised],
    ['the receipt of a real fill of another option', () => real.receipt.transactionHash],
    ['a transaction that does not exist', (): Hex => `0x${'ab'.repeat(32)}`],
  ])(
    'marks a forged clone as unproven, and shows no value or actions for it, when the indexer names %s',
    async (_, hash) => {
      const rows = await rowsOf(forgedRecord(hash()));
      expect(rows).toMatchObject([{ isUnproven: true, verification: 'disagrees', actions: [] }]);
      expect(rows[0]?.disagreements).toEqual(expect.arrayContaining(['origin', 'cover']));
      expect(rows[0]).not.toHaveProperty('worth');
      expect(rows[0]).not.toHaveProperty('model');
      expect(totalsOf(rows)).toMatchObject({ count: 0, valueUsd: undefined });
    },
  );
});

describe('an option of a known book', () => {
  it('proves a known book’s option by the fill’s receipt, and limits its value to the option’s collateral', async () => {
    const [row] = await rowsOf(realRecord());
    expect(row).toMatchObject({ isUnproven: false, verification: 'verified' });
    expect(row?.worth?.value ?? 0n).toBeLessThanOrEqual(real.collateral);
    expect(row?.actions.length).toBeGreaterThan(0);
  });

  it('marks an option as a mismatch, not as transferred, when the indexer names an account that never held it', async () => {
    const [, stranger] = market.devnet.accounts.takers;
    const [row] = await rowsOf({ ...realRecord(), buyer: stranger.address }, stranger.address);
    expect(row).toMatchObject({ verification: 'disagrees', disagreements: ['buyer'] });
    expect(row).not.toHaveProperty('givenTo');
  });

  it('marks a known book’s option as unproven when the option holds less than its largest payout', async () => {
    await takeFrom(real.optionAddress, real.collateral / 2n);
    const [row] = await rowsOf(realRecord());
    expect(row).toMatchObject({ isUnproven: true, disagreements: ['cover'] });
  });
});
