import { encodePacked, type Hex, pad, toHex, zeroAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { createModelValue } from '../../../../../entrypoints/background/market/model-value.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID, FACTORY_R12 } from '../../../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../../../shared/orders/calldata.ts';
import { MIN_MAKERS } from '../../../../../shared/orders/market-volatility.ts';
import type { Order } from '../../../../../shared/orders/order.ts';
import { requestCall } from '../../../../../shared/quotations/terms.ts';
import {
  contracts,
  epochMs,
  type Price8,
  price8,
  tokenAmount,
  unixSeconds,
} from '../../../../../shared/units.ts';
import { buildOrder } from '../../../../devnet/build-order.ts';
import { signOrder } from '../../../../devnet/fill.ts';

const NOW = unixSeconds(1_800_000_000);
const USER = privateKeyToAccount(toHex(7n, { size: 32 }));
const MAKER = privateKeyToAccount(toHex(8n, { size: 32 }));
const DOLLAR = 10n ** 8n;
const SPOT = price8(2_590n * DOLLAR);

type Product = Parameters<typeof buildOrder>[0]['product'];

/**
 * Returns a maker's bid that a site asks the account to fill. Other tests request the same trade
 * from makers.
 */
function bidOf(product: Product, strikes: readonly bigint[], price: bigint): Order {
  const order = buildOrder({
    ...{ maker: MAKER.address, product, asset: 'ETH', isLong: true, budget: 10n ** 30n },
    strikes: strikes.map((strike) => price8(strike * DOLLAR)),
    price,
    expiry: NOW + 3_601,
    orderExpiry: NOW + 600,
  });
  return order;
}

interface Known {
  readonly spot?: Price8 | undefined;
  /** The model's value in base units; undefined if the expiry has no quotes. */
  readonly value?: bigint;
  /** The highest value that the quotes of one maker give. */
  readonly most?: bigint;
  /** Number of makers whose quotes agree with the value; enough by default. */
  readonly makers?: number;
  readonly isBuyer?: boolean;
}

async function meaningOf(to: Hex, data: Hex, known: Known) {
  const { spot, value, most, makers = MIN_MAKERS } = { spot: SPOT, ...known };
  const clock = { now: () => epochMs(NOW * 1_000) };
  const withoutQuotes = createModelValue({
    feed: { last: () => undefined, fresh: () => Promise.reject(new Error('no feed')) },
    checks: {
      ...{ isGenuine: () => true, makerOf: () => expect.unreachable(), oracleOf: () => spot },
      ...{ quoteSpotOf: () => undefined, only: () => expect.unreachable() },
    },
    ...{ spots: { spotOf: () => spot, refresh: async () => undefined }, clock },
    wait: () => new Promise(() => undefined),
  });
  const deps = {
    rpc: { request: () => Promise.reject(new TypeError('no route')) },
    context: chainContext(CHAIN_ID, 'ETH'),
    codeAt: async () => 'contract' as const,
    clock,
    spotOf: () => spot,
    isInFeed: async () => true,
    modelValue:
      value === undefined
        ? withoutQuotes
        : async () => ({ value: tokenAmount(value), most: tokenAmount(most ?? value), makers }),
  };
  const found = understandTransaction({ to, value: '0x0', data });
  const meaning = await explain(deps, found, USER.address);
  expect(meaning.refusal).toBeUndefined();
  return meaning;
}

async function dangersOf(...given: Parameters<typeof meaningOf>) {
  const { dangers } = await meaningOf(...given);
  return dangers.map(({ code }) => code);
}

async function filling(order: Order, size: bigint, known: Known = {}) {
  const signed = await signOrder(MAKER, order);
  const numContracts = contracts(size);
  return dangersOf(BOOK_R12, encodeFill({ ...signed, referrer: zeroAddress, numContracts }), known);
}

function requesting(order: Order, size: bigint, limit: bigint, known: Known = {}) {
  const terms = {
    ...order,
    ...{ requester: USER.address, existingOption: undefined },
    isBuyer: known.isBuyer ?? false,
    contracts: contracts(size),
    offerEnd: unixSeconds(NOW + 60),
  };
  const key = encodePacked(['uint8', 'uint256'], [2, 1n]);
  return dangersOf(
    FACTORY_R12,
    requestCall(terms, tokenAmount(limit), pad(key, { size: 33 })),
    known,
  );
}

const UNIT = 10n ** 6n;
const ETHER = 10n ** 18n;

/** Returns the same trade with another expiry. */
const inDays = (days: number, order: Order): Order => ({
  ...order,
  expiry: unixSeconds(NOW + days * 86_400),
});

describe('a sale by a fill', () => {
  it.each<readonly [Product, readonly bigint[], size: bigint]>([
    ['PUT', [5_000n], UNIT],
    ['PHYSICAL_PUT', [5_000n], UNIT],
    ['PUT_SPREAD', [6_000n, 5_000n], UNIT],
    ['INVERSE_CALL', [1n], ETHER],
    ['PHYSICAL_CALL', [100n], ETHER],
  ])(
    'requires an acknowledgement when a fill sells an option for almost nothing (%s with strikes %s)',
    async (...sold) => {
      const [product, strikes, size] = sold;
      expect(await filling(bidOf(product, strikes, 10_000n), size)).toEqual(['farBelowValue']);
    },
  );

  it.each<readonly [Product, readonly bigint[], size: bigint]>([
    ['PUT', [5_000n], UNIT],
    ['PHYSICAL_PUT', [5_000n], UNIT],
  ])(
    'warns of a certain loss when the sale of an option brings nothing (%s with strike %s)',
    async (product, strikes, size) => {
      expect(await filling(bidOf(product, strikes, 1n), size)).toEqual(['losesAlways']);
    },
  );

  it('requires an acknowledgement for a sale only if the premium is below half of the payout at the current price', async () => {
    const at = (dollars: bigint) => filling(bidOf('PUT', [5_000n], dollars * DOLLAR), UNIT);
    expect(await at(1_204n)).toEqual(['farBelowValue']);
    expect(await at(1_205n)).toEqual([]);
  });

  it('requires an acknowledgement for a sale below half of the model’s value', async () => {
    const bid = bidOf('PUT', [2_500n], 29n * DOLLAR);
    expect(await filling(bid, UNIT, { value: 60n * UNIT })).toEqual(['farBelowValue']);
    expect(await filling(bid, UNIT, { value: 58n * UNIT })).toEqual([]);
  });

  it('doesn’t judge a sale by the current payout when the price can still leave the structure’s range', async () => {
    const bid = { ...bidOf('CALL_FLY', [2_400n, 2_590n, 2_780n], 20n * DOLLAR) };
    const later = inDays(90, bid);
    expect(await filling(later, UNIT, { value: 25n * UNIT })).toEqual([]);
    expect(await filling(later, UNIT)).toEqual(['value.unknown']);
  });
});

describe('a sale by a request', () => {
  it('requires an acknowledgement for a request far below the current payout when no maker quotes the expiry', async () => {
    const put = bidOf('PUT', [5_000n], 0n);
    expect(await requesting(put, UNIT, UNIT)).toEqual(['farBelowValue']);
    expect(await requesting(put, UNIT, 2_000n * UNIT)).toEqual([]);
  });

  it('judges a sale by the payout at the current price when quotes value the option lower', async () => {
    const put = bidOf('PUT', [5_000n], 0n);
    expect(await requesting(put, UNIT, UNIT, { value: UNIT })).toEqual(['farBelowValue']);
  });
});

describe('a sale while neither a price nor quotes are known', () => {
  it('reports the value of a sale as unknown, unless the premium is tiny', async () => {
    const put = bidOf('PUT', [5_000n], 100n * DOLLAR);
    const blind = { spot: undefined };
    expect(await filling(put, UNIT, blind)).toEqual(['value.unknown']);
    expect(await requesting(put, UNIT, 100n * UNIT, blind)).toEqual(['value.unknown']);
    expect(await requesting(put, UNIT, 1n, blind)).toEqual(['farBelowValue']);
  });
});

describe('a sale of an option without intrinsic value', () => {
  const UNKNOWN = ['value.unknown'];

  it.each<readonly [Product, strike: bigint, size: bigint, price: bigint]>([
    ['PUT', 2_400n, UNIT, DOLLAR],
    ['PHYSICAL_PUT', 2_400n, UNIT, DOLLAR],
    ['INVERSE_CALL', 2_800n, ETHER, 100_000n],
    ['PHYSICAL_CALL', 2_800n, ETHER, 100_000n],
  ])(
    'reports the value of an option out of the money as unknown when no maker quotes the expiry: %s',
    async (...sold) => {
      const [product, strike, size, price] = sold;
      const bid = inDays(30, bidOf(product, [strike], price));
      expect(await filling(bid, size)).toEqual(UNKNOWN);
      expect(await requesting(bid, size, (size * price) / 10n ** 8n)).toEqual(UNKNOWN);
    },
  );

  it('doesn’t trust the quotes of fewer than three makers to show that a sale is fair', async () => {
    const bid = inDays(30, bidOf('PUT', [2_400n], DOLLAR));
    for (const makers of [1, 2])
      expect(await filling(bid, UNIT, { value: UNIT, makers })).toEqual(UNKNOWN);
    expect(await filling(bid, UNIT, { value: UNIT, makers: 3 })).toEqual([]);
    // Two accounts of the buyer with low quotes, and one honest maker.
    expect(await filling(bid, UNIT, { value: UNIT, most: 3n * UNIT })).toEqual(UNKNOWN);
    const low = { value: 3n * UNIT, makers: 1 };
    expect(await filling(bid, UNIT, low)).toEqual(['farBelowValue']);
  });

  it('accepts an at-the-money sale without quotes only if the premium suffices at every plausible volatility', async () => {
    const far = inDays(60, bidOf('PUT', [2_590n], 700n * DOLLAR));
    expect(await filling(far, UNIT)).toEqual([]);
    expect(await filling({ ...far, price: price8(400n * DOLLAR) }, UNIT)).toEqual(UNKNOWN);
  });
});

describe('a purchase', () => {
  const asked = (product: Product, strikes: readonly bigint[], price: bigint): Order => ({
    ...bidOf(product, strikes, price),
    isLong: false,
  });
  const buying = { isBuyer: true } as const;
  const FAR_ABOVE = ['farAboveValue'];

  it('requires an acknowledgement for a purchase above three times the model’s value', async () => {
    const ask = inDays(30, asked('PUT', [2_400n], 30n * DOLLAR));
    expect(await filling(ask, UNIT, { value: 10n * UNIT })).toEqual([]);
    expect(await filling(ask, UNIT, { value: 10n * UNIT - 1n })).toEqual(FAR_ABOVE);
    expect(await filling(ask, UNIT, { value: UNIT, makers: 1 })).toEqual(FAR_ABOVE);
    expect(await filling(ask, UNIT, { value: 0n })).toEqual(FAR_ABOVE);
    const limit = 30n * UNIT;
    expect(await requesting(ask, UNIT, limit, { ...buying, value: 9n * UNIT })).toEqual(FAR_ABOVE);
    expect(await requesting(ask, UNIT, limit, { ...buying, value: 10n * UNIT })).toEqual([]);
  });

  it('requires an acknowledgement for a purchase above three times the value at any plausible volatility', async () => {
    const ask = asked('PUT', [2_000n], 100n * DOLLAR);
    expect(await filling(ask, UNIT)).toEqual(FAR_ABOVE);
    expect(await filling(asked('PHYSICAL_CALL', [10_000n], 10n ** 7n), ETHER)).toEqual(FAR_ABOVE);
  });

  it.each<readonly [Product, readonly bigint[], price: bigint]>([
    ['CALL_SPREAD', [10_000n, 11_000n], 990n],
    ['PUT_SPREAD', [500n, 100n], 399n],
    ['CALL_FLY', [9_400n, 9_590n, 9_780n], 189n],
    ['CALL_CONDOR', [9_000n, 9_100n, 9_200n, 9_300n], 99n],
  ])(
    'requires an acknowledgement when a %s can never be worth a third of its price',
    async (...bought) => {
      const [product, strikes, price] = bought;
      const ask = asked(product, strikes, price * DOLLAR);
      expect(await filling(ask, UNIT)).toEqual(FAR_ABOVE);
      expect(await requesting(ask, UNIT, price * UNIT, buying)).toEqual(FAR_ABOVE);
    },
  );

  it('needs no acknowledgement for a structure that can be worth a third of its price', async () => {
    const fly = asked('CALL_FLY', [2_400n, 2_590n, 2_780n], 150n * DOLLAR);
    expect(await filling(fly, UNIT)).toEqual([]);
    const spread = inDays(30, asked('CALL_SPREAD', [2_600n, 2_700n], 90n * DOLLAR));
    expect(await filling(spread, UNIT)).toEqual([]);
  });

  it('needs no acknowledgement for a purchase of less than a dollar', async () => {
    const ask = asked('PUT', [2_400n], DOLLAR - 100n);
    expect(await filling(ask, UNIT, { value: 1n })).toEqual([]);
    const call = asked('INVERSE_CALL', [2_800n], 30_000n);
    expect(await filling(call, ETHER, { value: 1n })).toEqual([]);
    expect(await filling({ ...call, price: price8(40_000n) }, ETHER, { value: 1n })).toEqual(
      FAR_ABOVE,
    );
  });

  it('notes an unknown value of a purchase as a warning, not as a danger', async () => {
    const ask = inDays(30, asked('PUT', [2_400n], 100n * DOLLAR));
    const signed = await signOrder(MAKER, ask);
    const data = encodeFill({ ...signed, referrer: zeroAddress, numContracts: contracts(UNIT) });
    const { dangers, checks } = await meaningOf(BOOK_R12, data, {});
    expect(dangers).toEqual([]);
    expect(checks).toContainEqual({ code: 'value.unknown', status: 'warned' });
    const isNoted = async (makers: number) => {
      const known = await meaningOf(BOOK_R12, data, { value: 90n * UNIT, makers });
      return known.checks.some(({ code }) => code === 'value.unknown');
    };
    // The seller could have posted the quotes of two makers.
    expect(await Promise.all([1, 2, 3].map(isNoted))).toEqual([true, true, false]);
  });
});
