import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import type { Settled } from '../../../entrypoints/background/chain/settlements.ts';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import { isAtRest } from '../../../entrypoints/background/orders/fill-record.ts';
import type { FillIn, FillRecord } from '../../../entrypoints/background/orders/fill-schemas.ts';
import { createFills } from '../../../entrypoints/background/orders/fills.ts';
import { moneyOf } from '../../../entrypoints/background/procedures/claims.ts';
import { createProcedures } from '../../../entrypoints/background/procedures/runner.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { contracts } from '../../../shared/units.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { realOrder } from '../../shared/orders/real-orders.ts';
import { BUYER, filled, initialized, optionAddress } from '../../shared/positions/event-logs.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const OTHER = `0x${'cd'.repeat(32)}`;
const { entry, expect: real } = realOrder('r12 PUT btc');

const receiptOf = (hash: string, option: number) => ({
  ...{ status: '0x1', transactionHash: hash, blockNumber: '0x10' },
  logs: [initialized(optionAddress(option)), filled(optionAddress(option))].map((log, at) => ({
    ...log,
    logIndex: `0x${at}`,
  })),
});

/** The record of a fill that was mined and indexed. */
const { order, signature } = entry;
const FILLED: FillIn<'indexed'> = {
  ...{ id: 'one', digest: real.digest, account: BUYER, at: 0, stage: 'indexed' },
  ...{ referrer: zeroAddress, side: 'buy', asset: 'BTC', product: 'PUT' },
  ...{ strikes: order.strikes.map(String), expiry: order.expiry, made: [], ahead: [] },
  ...{ token: { symbol: 'USDC', decimals: 6 }, contracts: '1000000', price: '1' },
  fill: {
    ...{ key: 'own:one', to: entry.optionBookAddress, hash: HASH },
    data: encodeFill({
      ...{ order, signature, referrer: zeroAddress },
      numContracts: contracts(1_000_000n),
    }),
  },
  proof: {
    ...{ option: optionAddress(1), block: '16', compared: [], differing: [] },
    ...{ premium: '1', fee: '0', referralFee: '0', collateral: '0' },
  },
};

/** Creates a wallet that recorded the fill before a reorganization removed it. */
async function start(options: {
  settled: Settled;
  receipt?: ReturnType<typeof receiptOf>;
  /** True if the activity no longer has a row of the fill. */
  isForgotten?: boolean;
  stored?: FillRecord;
  /** True if a running procedure needs the same money. */
  isMoneyHeld?: boolean;
  /** Called whenever the node is asked for the receipt. */
  onRead?: () => void;
  write?: () => Promise<void>;
}) {
  const procedures = createProcedures({ onChange: () => undefined, failureOf });
  if (options.isMoneyHeld === true)
    await procedures
      .add<{ id: string }>({
        stored: { read: async () => undefined, write: async () => undefined },
        ...{ kept: 1, refusal: () => new Error('never'), endOf: () => undefined },
        claims: () => [{ on: moneyOf(BUYER, 'USDC'), by: 'way back' }],
        ...{ waits: () => false, next: () => new Promise(() => undefined) },
      })
      .begin({ id: 'held' });
  const clock = createFakeClock();
  const fills = createFills({
    reviewed: (_, check) => check(),
    joined: async () => undefined,
    stored: {
      read: async () => [options.stored ?? FILLED],
      write: options.write ?? (async () => undefined),
    },
    feed: createOrdersFeed({
      ...{ clock, urls: () => [], wait: () => new Promise(() => undefined) },
      fetch: () => Promise.reject(new TypeError('no route')),
    }),
    client: {
      async request(method) {
        options.onRead?.();
        if (method === 'eth_getTransactionReceipt') return options.receipt ?? null;
        throw new RpcError('chainUnreachable');
      },
    },
    transactions: { ask: () => expect.unreachable() },
    ...{ procedures, clock, random: createFakeRandom('taken back'), wait: async () => undefined },
    isUnlocked: () => true,
    answerTo: () => (options.isForgotten === true ? undefined : HASH),
    settled: async () => options.settled,
    index: async () => undefined,
    isIndexed: () => true,
    onChange: () => undefined,
  });
  await procedures.load();
  return {
    fills,
    rest: async () => fills.until('one', isAtRest),
  };
}

describe('a fill that a reorganization removed', () => {
  const DROPPED = { hash: HASH, status: 'dropped' } as const;

  it.each([
    ['its transaction is given up', HASH],
    ['another of the account’s transactions takes its nonce', OTHER],
    ['the worker starts again', undefined],
  ])('marks a removed fill as taken back and deletes its proof when %s', async (_, ended) => {
    const { fills } = await start({ settled: DROPPED });
    await fills.onSettled(ended);
    expect(fills.view()).toMatchObject([
      { stage: 'failed', failure: { code: 'takenBack' }, hash: HASH },
    ]);
    expect(fills.view()[0]).not.toHaveProperty('proof');
  });

  it('marks a removed fill as taken back even if another procedure needs the same money', async () => {
    const { fills } = await start({ settled: DROPPED, isMoneyHeld: true });
    await fills.onSettled(HASH);
    expect(fills.view()).toMatchObject([{ failure: { code: 'takenBack' } }]);
  });

  it('ends a removed fill even if no node had reported its receipt', async () => {
    const { proof: _proof, ...rest } = FILLED;
    const { fills } = await start({ settled: DROPPED, stored: { ...rest, stage: 'unproved' } });
    await fills.onSettled(HASH);
    expect(fills.view()).toMatchObject([{ failure: { code: 'takenBack' } }]);
  });

  it('reports the reason when a removed fill was included again and failed', async () => {
    const { fills } = await start({ settled: { hash: HASH, status: 'failed' } });
    await fills.onSettled(HASH);
    expect(fills.view()).toMatchObject([{ stage: 'failed', failure: { code: 'other' } }]);
  });

  it('keeps the mark “converted back” when the conversion happens while the wallet asks the node', async () => {
    const changes: Promise<void>[] = [];
    const { fills } = await start({
      settled: { hash: HASH, status: 'failed' },
      onRead: () => changes.push(fills.changedBack('one')),
    });
    await fills.onSettled(HASH);
    await Promise.all(changes);
    expect(changes).not.toEqual([]);
    expect(fills.find('one')).toMatchObject({ stage: 'failed', wentBack: true });
    expect(fills.find('one')).not.toHaveProperty('proof');
  });

  it('names the new option of a fill that was included in a different block', async () => {
    const { fills, rest } = await start({
      settled: { hash: HASH, status: 'confirmed' },
      receipt: receiptOf(HASH, 2),
    });
    await fills.onSettled(HASH);
    expect(await rest()).toMatchObject({ stage: 'indexed', proof: { option: optionAddress(2) } });
  });

  it('waits for the user when a fill’s new block can’t be stored, and then continues', async () => {
    const disk = { isFull: true };
    const { fills, rest } = await start({
      settled: { hash: HASH, status: 'confirmed' },
      receipt: receiptOf(HASH, 2),
      write: () =>
        disk.isFull ? Promise.reject(new Error('The disk is full.')) : Promise.resolve(),
    });
    await fills.onSettled(HASH);
    await expect
      .poll(() => fills.view(), { interval: 1 })
      .toMatchObject([{ interrupted: { code: 'unexpected' } }]);
    disk.isFull = false;
    await fills.goOn('one');
    expect(await rest()).toMatchObject({ stage: 'indexed', proof: { option: optionAddress(2) } });
  });

  it('marks a removed fill as unproved when its transaction is mined after all but no receipt is found', async () => {
    const settled: { hash: string; status: Settled['status'] } = { ...DROPPED };
    const { fills, rest } = await start({ settled, receipt: undefined as never });
    await fills.onSettled(HASH);
    settled.status = 'confirmed';
    await fills.onSettled(HASH);
    expect(await rest()).toMatchObject({ stage: 'unproved' });
  });
});

it('marks a failed fill as successful once the fill succeeds after a reorganization', async () => {
  const { proof: _proof, ...rest } = FILLED;
  const { fills, rest: atRest } = await start({
    stored: { ...rest, stage: 'failed', failure: { code: 'makerBalance' } },
    settled: { hash: HASH, status: 'confirmed' },
    receipt: receiptOf(HASH, 2),
  });
  await fills.onSettled(OTHER);
  expect(fills.view()).toMatchObject([{ stage: 'failed' }]);
  await fills.onSettled(HASH);
  expect(await atRest()).toMatchObject({ stage: 'indexed', proof: { option: optionAddress(2) } });
});

it('keeps a fill as filled when the activity no longer has its transaction, or when another transaction ended', async () => {
  const forgotten = await start({ settled: { hash: HASH, status: 'dropped' }, isForgotten: true });
  await forgotten.fills.onSettled(OTHER);
  expect(forgotten.fills.view()).toMatchObject([{ stage: 'indexed' }]);
  const other = await start({ settled: { hash: HASH, status: 'confirmed' } });
  await other.fills.onSettled(OTHER);
  expect(other.fills.view()).toMatchObject([{ stage: 'indexed', proof: FILLED.proof }]);
});
