import { encodePacked, type Hex, pad, toHex, zeroAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../entrypoints/background/meaning/explain.ts';
import { createModelValue } from '../../../../entrypoints/background/orders/model-value.ts';
import { understandTransaction } from '../../../../shared/approvals/understand.ts';
import { chainContext } from '../../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID, FACTORY_R12 } from '../../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../../shared/orders/calldata.ts';
import type { Order } from '../../../../shared/orders/order.ts';
import { requestCall } from '../../../../shared/quotations/terms.ts';
import {
  contracts,
  epochMs,
  type Price8,
  price8,
  tokenAmount,
  unixSeconds,
} from '../../../../shared/units.ts';
import { buildOrder } from '../../../devnet/build-order.ts';
import { signOrder } from '../../../devnet/fill.ts';

const NOW = unixSeconds(1_800_000_000);
const USER = privateKeyToAccount(toHex(7n, { size: 32 }));
const MAKER = privateKeyToAccount(toHex(8n, { size: 32 }));
const DOLLAR = 10n ** 8n;
const SPOT = price8(2_590n * DOLLAR);

type Product = Parameters<typeof buildOrder>[0]['product'];

/** A maker's bid that a site asks the account to fill, or the same trade as a request. */
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
  /** The model's value in base units; undefined without quotes of the expiry. */
  readonly value?: bigint;
}

async function dangersOf(to: Hex, data: Hex, known: Known) {
  const { spot, value } = { spot: SPOT, ...known };
  const clock = { now: () => epochMs(NOW * 1_000) };
  const withoutQuotes = createModelValue({
    feed: { last: () => undefined },
    checks: { isGenuine: () => true, makerOf: () => expect.unreachable(), oracleOf: () => spot },
    ...{ spotOf: () => spot, clock },
  });
  const deps = {
    rpc: { request: () => Promise.reject(new TypeError('no route')) },
    context: chainContext(CHAIN_ID, 'ETH'),
    codeAt: async () => 'contract' as const,
    clock,
    spotOf: () => spot,
    isInFeed: async () => true,
    modelValue: value === undefined ? withoutQuotes : () => tokenAmount(value),
  };
  const found = understandTransaction({ to, value: '0x0', data });
  const { dangers, refusal } = await explain(deps, found, USER.address);
  expect(refusal).toBeUndefined();
  return dangers.map(({ code }) => code);
}

async function filling(order: Order, size: bigint, known: Known = {}) {
  const signed = await signOrder(MAKER, order);
  const numContracts = contracts(size);
  const data = encodeFill({ ...signed, referrer: zeroAddress, numContracts });
  return dangersOf(BOOK_R12, data, known);
}

function requesting(order: Order, size: bigint, limit: bigint, known: Known = {}) {
  const terms = {
    ...order,
    ...{ requester: USER.address, existingOption: undefined, isBuyer: false },
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

describe('a sale by a fill', () => {
  it.each<readonly [Product, readonly bigint[], size: bigint]>([
    ['PUT', [5_000n], UNIT],
    ['PHYSICAL_PUT', [5_000n], UNIT],
    ['PUT_SPREAD', [6_000n, 5_000n], UNIT],
    ['INVERSE_CALL', [1n], ETHER],
    ['PHYSICAL_CALL', [100n], ETHER],
  ])('has to be acknowledged when a %s of %s is sold for almost nothing', async (...sold) => {
    const [product, strikes, size] = sold;
    expect(await filling(bidOf(product, strikes, 10_000n), size)).toEqual(['far below value']);
  });

  it.each<readonly [Product, readonly bigint[], size: bigint]>([
    ['PUT', [5_000n], UNIT],
    ['PHYSICAL_PUT', [5_000n], UNIT],
  ])('loses always when a %s of %s brings nothing', async (product, strikes, size) => {
    expect(await filling(bidOf(product, strikes, 1n), size)).toEqual(['loses always']);
  });

  it('has to be acknowledged below half of the payout at the current price, not above it', async () => {
    const at = (dollars: bigint) => filling(bidOf('PUT', [5_000n], dollars * DOLLAR), UNIT);
    expect(await at(1_204n)).toEqual(['far below value']);
    expect(await at(1_205n)).toEqual([]);
  });

  it('has to be acknowledged below half of the model’s value', async () => {
    const bid = bidOf('PUT', [2_500n], 29n * DOLLAR);
    expect(await filling(bid, UNIT, { value: 60n * UNIT })).toEqual(['far below value']);
    expect(await filling(bid, UNIT, { value: 58n * UNIT })).toEqual([]);
  });

  it('isn’t far below the value of a structure whose price can still leave its range', async () => {
    const bid = { ...bidOf('CALL_FLY', [2_400n, 2_590n, 2_780n], 20n * DOLLAR) };
    const later = { ...bid, expiry: unixSeconds(NOW + 90 * 86_400) };
    expect(await filling(later, UNIT, { value: 25n * UNIT })).toEqual([]);
    expect(await filling(later, UNIT)).toEqual([]);
  });
});

describe('a sale by a request', () => {
  it('has to be acknowledged far below the current payout, whatever expiry nobody quotes', async () => {
    const put = bidOf('PUT', [5_000n], 0n);
    expect(await requesting(put, UNIT, UNIT)).toEqual(['far below value']);
    expect(await requesting(put, UNIT, 2_000n * UNIT)).toEqual([]);
  });

  it('counts the payout at the current price when quotes value the option at less', async () => {
    const put = bidOf('PUT', [5_000n], 0n);
    expect(await requesting(put, UNIT, UNIT, { value: UNIT })).toEqual(['far below value']);
  });
});

describe('a sale while neither a price nor quotes are known', () => {
  it('says that the value is unknown', async () => {
    const put = bidOf('PUT', [5_000n], 100n * DOLLAR);
    const blind = { spot: undefined };
    expect(await filling(put, UNIT, blind)).toEqual(['value unknown']);
    expect(await requesting(put, UNIT, 100n * UNIT, blind)).toEqual(['value unknown']);
    expect(await requesting(put, UNIT, 1n, blind)).toEqual(['far below value']);
  });
});
