import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import type { OrdersTables } from '../../../server/orders/tables.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import type { Order } from '../../../shared/orders/order.ts';
import { epochMs, price8, unixSeconds } from '../../../shared/units.ts';
import { signOrder } from '../../devnet/fill.ts';
import { realOrder } from '../../shared/orders/real-orders.ts';
import { type RunningOrders, startOrders, temporaryDirectory, wire } from './harness.ts';

const maker = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const directory = temporaryDirectory();
const running: RunningOrders[] = [];
let databases = 0;
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});
afterAll(directory.remove);

/** Starts a service whose clock shows the time of an order. Its node doesn't respond. */
async function start(order: Order, file = `${directory.path}/${databases++}.db`) {
  const service = await startOrders(
    { engine: 'sqlite', file },
    {
      chain: { rpcUrls: ['http://127.0.0.1:9/'] },
      clock: { now: () => epochMs((order.orderExpiryTimestamp - 60) * 1000) },
    },
  );
  running.push(service);
  return { service, file };
}

const orderOf = (label: string, changes: Partial<Order> = {}): Order => ({
  ...realOrder(label).entry.order,
  maker: maker.address,
  ...changes,
});

function wordOf(symbol: string): Hex {
  const { address } = TOKENS.find((token) => token.symbol === symbol) ?? expect.unreachable();
  return `0x${'0'.repeat(24)}${address.slice(2)}`;
}

it.each([
  ['r12 PHYS_PUT bid', wordOf('USDC'), 'other-asset'],
  ['r12 PHYS_PUT bid', wordOf('WETH'), 'other-asset'],
  ['r12 PHYS_CALL bid', wordOf('WETH'), 'other-asset'],
  ['r12 PHYS_CALL bid', `0x${'0'.repeat(24)}${'12'.repeat(20)}`, 'unknown-delivery-token'],
  ['r12 PHYS_CALL bid', '0x', 'unknown-delivery-token'],
] satisfies [string, Hex, string][])(
  'rejects a correctly signed order (%s) whose delivery token is %s, and names the reason %s',
  async (label, extraOptionData, reason) => {
    const order = orderOf(label, { extraOptionData });
    const { service } = await start(order);
    expect(await service.post(wire(await signOrder(maker, order)))).toMatchObject({
      status: 400,
      body: { code: 'failed-check', index: 0, check: 'extra data', reason },
    });
    expect((await service.health()).orders).toBe(0);
  },
);

it('rejects an order for an option that ends within seconds', async () => {
  const order = orderOf('r12 RANGER');
  const { service } = await start(order);
  const seconds = unixSeconds(order.orderExpiryTimestamp - 57);
  const ending = { ...order, orderExpiryTimestamp: seconds, expiry: seconds };
  expect(await service.post(wire(await signOrder(maker, ending)))).toMatchObject({
    status: 400,
    body: { check: 'option expiry', reason: 'too-near' },
  });
});

it.each(['r12 PHYS_PUT bid', 'r12 PHYS_CALL bid'])(
  'accepts an order (%s) with the product’s own delivery token',
  async (label) => {
    const order = orderOf(label);
    const { service } = await start(order);
    expect((await service.post(wire(await signOrder(maker, order)))).status).toBe(200);
    expect((await service.health()).orders).toBe(1);
  },
);

it('skips an invalid stored entry and shows all other entries', async () => {
  const order = orderOf('r12 RANGER');
  const { service, file } = await start(order);
  for (const price of [order.price, order.price + 1n])
    expect(
      (await service.post(wire(await signOrder(maker, { ...order, price: price8(price) })))).status,
    ).toBe(200);
  await running.splice(0)[0]?.stop();
  const { db, close } = openDatabase<OrdersTables>({ engine: 'sqlite', file });
  await db.updateTable('orders_entries').set({ body: '{' }).where('seq', '=', 1).execute();
  await close();
  const again = await start(order, file);
  expect(await again.service.health()).toMatchObject({ orders: 1, database: 'ok' });
});
