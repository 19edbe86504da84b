import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { BOOK_R12, BOOKS, TOKENS } from '../../../shared/chain/deployments.ts';
import { orderTypedData } from '../../../shared/orders/eip712.ts';
import type { CheckName, CheckReason } from '../../../shared/orders/fit.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import type { Order, SignedOrder } from '../../../shared/orders/order.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import { price8, tokenAmount, type UnixSeconds, unixSeconds } from '../../../shared/units.ts';
import { realOrder, realOrders } from './real-orders.ts';

const maker = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const r10 = BOOKS.find((book) => book.revision === 'r10')?.address ?? expect.unreachable();

/** Returns a real order with these changes, signed by this test's maker. */
async function signed(changes: Partial<Order> = {}, label = 'r12 RANGER'): Promise<SignedOrder> {
  const order = { ...realOrder(label).entry.order, maker: maker.address, ...changes };
  const signature = await maker.signTypedData(orderTypedData(order, BOOK_R12));
  return { order, nonce: computeNonce(order), signature, optionBookAddress: BOOK_R12 };
}

function justBefore(order: Order): UnixSeconds {
  return unixSeconds(order.orderExpiryTimestamp - 60);
}

function outcome(order: SignedOrder, now = justBefore(order.order)) {
  const { checks } = verifyOrder(order, { now });
  return checks.flatMap((one) =>
    one.status === 'passed' ? [] : [[one.check, one.status, one.reason]],
  );
}

describe('verification', () => {
  it.each(realOrders())(
    'accepts the order $label on its own book before the order’s expiry',
    ({ entry, expect: expected }) => {
      const result = verifyOrder(entry, { now: justBefore(entry.order), books: [BOOK_R12, r10] });
      expect(result.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(result).toMatchObject({
        status: 'passed',
        digest: expected.digest,
        signer: entry.order.maker,
      });
    },
  );

  it('rejects an order of a book revision that isn’t pinned', () => {
    const { entry } = realOrder('r10 sample');
    expect(outcome(entry)).toEqual([['book', 'failed', 'not-pinned']]);
  });

  it.each<[string, Partial<Order>, CheckName, CheckReason]>([
    ['an unknown implementation', { implementation: maker.address }, 'implementation', 'unknown'],
    ['an unknown collateral', { collateral: maker.address }, 'collateral', 'unknown'],
    [
      'the collateral of a different asset',
      { collateral: '0x4200000000000000000000000000000000000006' },
      'collateral',
      'other-asset',
    ],
    ['an unknown price feed', { priceFeed: maker.address }, 'price feed', 'unknown'],
    ['unequal wings', { strikes: [1n, 2n, 3n, 5n].map(price8) }, 'strikes', 'unequal-wings'],
    ['mixed strikes', { strikes: [1n, 3n, 2n, 4n].map(price8) }, 'strikes', 'unordered'],
    ['too few strikes', { strikes: [1n, 2n, 3n].map(price8) }, 'strikes', 'wrong-count'],
    ['no price', { price: price8(0n) }, 'price', 'zero'],
  ])('rejects a signed order with %s', async (_, changes, check, reason) => {
    expect(outcome(await signed(changes))).toEqual([[check, 'failed', reason]]);
  });

  it.each<[string, Partial<Order>, CheckName, CheckReason]>([
    ['extra data on a cash product', { extraOptionData: '0x00' }, 'extra data', 'not-empty'],
    [
      'a quote that outlives the option',
      { orderExpiryTimestamp: unixSeconds(1_788_595_300), expiry: unixSeconds(1_788_595_299) },
      'quote expiry',
      'after-option-expiry',
    ],
  ])('warns of %s', async (_, changes, check, reason) => {
    expect(outcome(await signed(changes))).toEqual([[check, 'warned', reason]]);
  });

  it('warns when a call product is signed as a put', async () => {
    expect(outcome(await signed({ isCall: false }, 'r12 CALL_FLY'))).toEqual([
      ['option side', 'warned', 'not-the-product'],
    ]);
  });

  it('rejects a physical order without a known delivery token', async () => {
    expect(outcome(await signed({ extraOptionData: '0x' }, 'r12 PHYS_CALL bid'))).toEqual([
      ['extra data', 'failed', 'unknown-delivery-token'],
    ]);
  });

  const wordOf = (symbol: string): Hex => {
    const { address } = TOKENS.find((token) => token.symbol === symbol) ?? expect.unreachable();
    return `0x${'0'.repeat(24)}${address.slice(2)}`;
  };

  it.each([
    ['a put that is exercised for dollars', 'r12 PHYS_PUT bid', 'USDC'],
    ['a put that is exercised for a different asset', 'r12 PHYS_PUT bid', 'WETH'],
    ['a call that is exercised for its underlying', 'r12 PHYS_CALL bid', 'WETH'],
    ['a call that is exercised for a different asset', 'r12 PHYS_CALL bid', 'cbBTC'],
  ])('rejects %s', async (_, label, symbol) => {
    expect(outcome(await signed({ extraOptionData: wordOf(symbol) }, label))).toEqual([
      ['extra data', 'failed', 'other-asset'],
    ]);
  });

  it.each([
    ['put', 'r12 PHYS_PUT bid', 'aBascbBTC'],
    ['call', 'r12 PHYS_CALL bid', 'USDC'],
  ])(
    'accepts a physical %s with a different delivery token of equal value',
    async (_, label, symbol) => {
      expect(outcome(await signed({ extraOptionData: wordOf(symbol) }, label))).toEqual([]);
    },
  );

  it('accepts a quote up to and including its last second', async () => {
    const order = await signed();
    const last = order.order.orderExpiryTimestamp;
    expect(outcome(order, last)).toEqual([]);
    expect(outcome(order, unixSeconds(last + 1))).toEqual([['quote expiry', 'failed', 'past']]);
  });

  it('rejects an option that has expired', async () => {
    const order = await signed({ orderExpiryTimestamp: unixSeconds(1_788_595_200) });
    expect(outcome(order, unixSeconds(1_788_595_200))).toContainEqual([
      'option expiry',
      'failed',
      'past',
    ]);
  });

  it('rejects a nonce that doesn’t follow from the order', async () => {
    const order = await signed();
    expect(outcome({ ...order, nonce: order.nonce + 1n })).toEqual([
      ['nonce', 'failed', 'not-derived'],
    ]);
  });

  it.each<[string, (order: Order) => Partial<Order>]>([
    ['maker', () => ({ maker: BOOK_R12 })],
    [
      'orderExpiryTimestamp',
      (o) => ({ orderExpiryTimestamp: unixSeconds(o.orderExpiryTimestamp + 1) }),
    ],
    ['collateral', () => ({ collateral: '0x4e65fE4DbA92790696d040ac24Aa414708F5c0AB' })],
    ['isCall', (o) => ({ isCall: !o.isCall })],
    ['priceFeed', () => ({ priceFeed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70' })],
    ['implementation', () => ({ implementation: '0x14476CF2ea9F7C448100F061670E390f17c78817' })],
    ['isLong', (o) => ({ isLong: !o.isLong })],
    [
      'maxCollateralUsable',
      (o) => ({ maxCollateralUsable: tokenAmount(o.maxCollateralUsable + 1n) }),
    ],
    ['order of strikes', (o) => ({ strikes: [...o.strikes].reverse() })],
    ['expiry', (o) => ({ expiry: unixSeconds(o.expiry + 1) })],
    ['price', (o) => ({ price: price8(o.price - 1n) })],
    ['extraOptionData', () => ({ extraOptionData: '0x00' })],
  ])('rejects the signature when the %s was changed after signing', async (_, change) => {
    const original = await signed();
    const order = { ...original.order, ...change(original.order) };
    const changed = { ...original, order, nonce: computeNonce(order) };
    expect(outcome(changed)).toContainEqual(['signature', 'failed', 'not-the-maker']);
  });

  it('ignores numContracts, which the taker chooses', async () => {
    const original = await signed();
    const order = { ...original.order, numContracts: original.order.numContracts };
    expect(
      outcome({ ...original, order: { ...order, numContracts: 5n as Order['numContracts'] } }),
    ).toEqual([]);
  });

  it('accepts a different account’s signature only if the maker is a contract that confirmed the signature, and warns', async () => {
    const original = await signed();
    const order = { ...original.order, maker: BOOK_R12 };
    const signature = await maker.signTypedData(orderTypedData(order, BOOK_R12));
    const contract = { ...original, order, signature, nonce: computeNonce(order) };
    const now = justBefore(order);
    expect(verifyOrder(contract, { now }).status).toBe('failed');
    expect(verifyOrder(contract, { now, contractMaker: 'refuses' }).status).toBe('failed');
    expect(verifyOrder(contract, { now, contractMaker: 'accepts' })).toMatchObject({
      status: 'warned',
      signer: maker.address,
    });
  });
});
