import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewRequest } from '../../../entrypoints/background/quotations/new-requests.ts';
import { createOneOpening } from '../../../entrypoints/background/quotations/one-opening.ts';
import { createRolls } from '../../../entrypoints/background/quotations/rolls.ts';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { newestRequest } from '../../devnet/answer-request.ts';
import { type RfqMarket, startRfqMarket } from '../../devnet/rfq-fixture.ts';
import { injectFetch } from '../../helpers/inject-fetch.ts';
import {
  type RunningOrders,
  startOrders,
  systemClock,
  temporaryDirectory,
  wire,
} from '../../server/orders/harness.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { quotationsDevice } from '../helpers/quotations-device.ts';
import { createTaker } from '../helpers/taker.ts';

const directory = temporaryDirectory();
const ONE = contracts(1_000_000n);

let market: RfqMarket;
let tests = 0;
let service: RunningOrders;
/** Live orders: of the option that the roll opens, the same renewed, and of another option. */
let order: SignedOrder;
let renewed: SignedOrder;
let otherOrder: SignedOrder;

beforeAll(async () => {
  market = await startRfqMarket();
  const chain = { rpcUrls: [market.devnet.rpcUrl], pollMs: 50 };
  service = await startOrders(
    { engine: 'sqlite', file: `${directory.path}/orders.db` },
    { chain, clock: systemClock },
  );
});
afterAll(async () => {
  await service?.stop();
  await market?.stop();
  directory.remove();
});
beforeEach(async () => {
  const expiry = (await market.devnet.now()) + (7 + tests++) * 86_400;
  order = await market.quote({ expiry });
  renewed = await market.quote({ expiry, price: 41_00000000n });
  otherOrder = await market.quote({ expiry, strikes: [2_400_00000000n] });
  await service.post([order, renewed, otherOrder].map((one) => wire(one)));
});

/** A wallet with pages that fill orders and pages that ask makers, and a roll into `order`. */
async function start(
  options: { sent?: readonly Hex[]; hasRoll?: boolean; onAsk?: () => Promise<void> } = {},
) {
  const { taker: account } = market;
  const clock = systemClock;
  const rolls = createRolls({
    stored: stored(memoryAreas(), STORED_KEYS.rolls),
    clock,
    onChange: () => undefined,
  });
  const { strikes, expiry } = order.order;
  if (options.hasRoll !== false)
    await rolls.set({
      account: account.address.toLowerCase(),
      option: `0x${'11'.repeat(20)}`,
      side: 'buyer',
      to: { asset: 'ETH', product: 'PUT', side: 'buy', strikes: strikes.map(String), expiry },
      collateralSymbol: 'USDC',
      known: [],
    });
  const device = quotationsDevice(market, {
    ...(options.sent === undefined ? {} : { sent: options.sent }),
    ensureUnfilled: (...about) => opening.ensureUnfilled(...about),
  });
  const taker = createTaker({
    devnet: market.devnet,
    fetch: injectFetch(service.app),
    ...(options.onAsk === undefined ? {} : { onAsk: options.onAsk }),
    opening: {
      once: (...about) => opening.once(...about),
      ensureUnfilled: (...about) => opening.ensureUnfilled(...about),
    },
  });
  const opening = createOneOpening({
    rolls,
    fills: taker.fills.view,
    isListed: () => true,
    unlessAsked: device.unlessAsked,
  });
  return {
    device,
    taker,
    fill: (of = order) => taker.fill(orderDigest(of.order, of.optionBookAddress), ONE),
    ask: (of = order, change: Partial<NewRequest> = {}) =>
      device.requestNew({
        account: account.address,
        asset: 'ETH',
        product: 'PUT',
        strikes: of.order.strikes.map((strike) => price8(strike)),
        contracts: ONE,
        expiry: unixSeconds(of.order.expiry),
        isBuyer: true,
        limit: tokenAmount(50_000000n),
        window: 60,
        ...change,
      }),
    cancel: async () => device.cancel(account.address, (await newestRequest(market.devnet)).id),
  };
}

const filling = { code: 'roll-filling' };
const asked = { code: 'already-asked' };

describe('the second part of a roll', () => {
  it('asks no maker while a fill is under way, also of a renewed order, until the user rejects it', async () => {
    const prompt = Promise.withResolvers<void>();
    const shown = Promise.withResolvers<void>();
    const wallet = await start({
      onAsk: () => {
        shown.resolve();
        return prompt.promise;
      },
    });
    const { fill, ask, device } = wallet;
    const first = fill();
    await expect(ask()).rejects.toMatchObject(filling);
    await shown.promise;
    await expect(ask()).rejects.toMatchObject(filling);
    await expect(ask(order, { contracts: contracts(7n) })).rejects.toMatchObject(filling);
    await expect(fill(renewed)).rejects.toMatchObject({ code: 'fill-running' });
    expect(device.asked).toEqual([]);
    // Others stay free: another option, and the other side.
    await ask(otherOrder);
    await wallet.cancel();
    await ask(order, { isBuyer: false });
    await wallet.cancel();
    prompt.reject(new RpcError('rejected'));
    expect(await first).toMatchObject({ stage: 'failed', failure: { code: 'rejected' } });
    await ask();
    await wallet.cancel();
  });

  it('fills nothing while makers are asked, until the request has ended', async () => {
    const { fill, ask, cancel, taker, device } = await start();
    // As the page does before it asks.
    await device.list(taker.account);
    const request = ask();
    await expect(fill()).rejects.toMatchObject(asked);
    const hash = await request;
    await expect(fill()).rejects.toMatchObject(asked);
    expect(taker.asked).toEqual([]);
    const { input } = await market.devnet.client.getTransaction({ hash });
    // Another page after the worker’s restart.
    await expect((await start()).fill()).rejects.toMatchObject(asked);
    await cancel();
    await expect((await start({ sent: [input] })).fill()).rejects.toMatchObject(asked);
    expect(await fill()).toMatchObject({ stage: 'indexed' });
    await ask();
    await cancel();
  });

  it('begins one of two fills and a request of the same moment', async () => {
    const { fill, ask, taker, device } = await start();
    const results = await Promise.allSettled([fill(), fill(renewed), ask()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([...taker.asked, ...device.asked].filter(({ kind }) => kind !== 'approve')).toHaveLength(
      1,
    );
  });

  it('leaves orders and requests of options without a roll alone', async () => {
    const { fill, ask, cancel } = await start({ hasRoll: false });
    await ask();
    expect(await fill()).toMatchObject({ stage: 'indexed' });
    await cancel();
  });
});
