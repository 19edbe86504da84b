import fc from 'fast-check';
import { type Address, encodePacked, pad, toHex, zeroAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { explainSignedOffer } from '../../../../../entrypoints/background/approvals/explain/explain-offer.ts';
import { MIN_BACKING_USD } from '../../../../../entrypoints/background/market/backed-quotes.ts';
import type { FeedSnapshot } from '../../../../../entrypoints/background/market/feed/feed.ts';
import { createModelValue } from '../../../../../entrypoints/background/market/model-value.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import {
  BOOK_R12,
  CHAIN_ID,
  FACTORY_R12,
  PRICE_FEEDS,
} from '../../../../../shared/chain/deployments.ts';
import { modelTotal } from '../../../../../shared/desk/asked-figures.ts';
import { encodeFill } from '../../../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../../../shared/orders/describe.ts';
import { orderDigest } from '../../../../../shared/orders/eip712.ts';
import type { Order } from '../../../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../../../shared/orders/parse-feed.ts';
import { requestCall } from '../../../../../shared/quotations/terms.ts';
import {
  contracts,
  epochMs,
  price8,
  tokenAmount,
  unixSeconds,
} from '../../../../../shared/units.ts';
import { buildOrder } from '../../../../devnet/build-order.ts';
import { signOrder } from '../../../../devnet/fill.ts';
import { factoryCall } from '../../../../devnet/rfq-call.ts';
import { requestNode } from '../../../helpers/request-node.ts';

const NOW = unixSeconds(1_800_000_000);
const SPOT = price8(2_590n * 10n ** 8n);
/** The volatility that honest makers quote, and from which the true value follows. */
const TRUE_VOLATILITY = 0.6;
const USER = privateKeyToAccount(toHex(7n, { size: 32 }));
const ATTACKER = privateKeyToAccount(toHex(8n, { size: 32 }));
const SEED = 48;

type Product = Parameters<typeof buildOrder>[0]['product'];

/** Strikes in dollars, in signed order. */
const TRADED: readonly (readonly [Product, readonly bigint[], isQuote: boolean])[] = [
  ['PUT', [2_000n], true],
  ['PUT', [2_400n], true],
  ['PUT', [2_900n], true],
  ['PHYSICAL_PUT', [2_400n], true],
  ['INVERSE_CALL', [2_800n], false],
  ['PHYSICAL_CALL', [3_200n], false],
  ['PHYSICAL_CALL', [2_000n], false],
  ['CALL_SPREAD', [2_500n, 2_900n], true],
  ['PUT_SPREAD', [2_600n, 2_200n], true],
  ['CALL_FLY', [2_400n, 2_590n, 2_780n], true],
];

const makerOf = (n: number): Address => `0x${(n + 1).toString(16).padStart(40, '0')}`;

function quoteOf(quote: {
  readonly maker: number;
  readonly strike: bigint;
  readonly isLong: boolean;
  readonly volatility: number;
  readonly expiry: number;
  readonly end: number;
  readonly feed?: Address;
}): FeedEntry {
  const { maker, strike, isLong, volatility, expiry, end, feed } = quote;
  const order = buildOrder({
    ...{ maker: makerOf(maker), product: 'PUT', asset: 'ETH', isLong, budget: 10n ** 12n },
    ...{ strikes: [strike * 10n ** 8n], price: 1n, expiry, orderExpiry: end },
  });
  const { terms } = describeOrder(order);
  const option = { terms: terms ?? expect.unreachable(), expiry: unixSeconds(expiry) };
  const size = 10n ** 14n;
  const total = modelTotal(
    { ...option, contracts: contracts(size) },
    { spot: SPOT, now: NOW, volatility },
  );
  const price = price8(((total ?? 0n) * 10n ** 8n) / size || 1n);
  return {
    order: { ...order, price, ...(feed === undefined ? {} : { priceFeed: feed }) },
    ...{ nonce: 0n, signature: '0x', optionBookAddress: BOOK_R12 },
  };
}

/** Generates an even distribution, because `fc.double` prefers numbers near zero. */
const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 100);

const mostly = <Value>(usual: Value, other: Value) =>
  fc.constantFrom(usual, usual, usual, usual, other);

/** Generates quotes of the attacker's accounts. Only some of these accounts have money. */
const attackersQuotes = fc.array(
  fc.record({
    maker: fc.integer({ min: 0, max: 5 }),
    strike: fc.constantFrom(2_000n, 2_400n, 2_600n, 2_800n, 3_200n),
    isLong: fc.boolean(),
    volatility: hundredths(2, 290),
    isOfExpiry: mostly(true, false),
    end: mostly(NOW + 600, NOW - 1),
    isOtherFeed: mostly(false, true),
  }),
  { maxLength: 12 },
);

const attacks = fc.record({
  traded: fc.constantFrom(...TRADED),
  isSale: fc.boolean(),
  /** Exponent of ten: the premium is the true value times `10 ** share`. */
  share: hundredths(-400, 200),
  size: fc.constantFrom(1n, 10n, 1_000n),
  days: fc.constantFrom(1, 7, 30, 90),
  honest: fc.integer({ min: 0, max: 5 }),
  quotes: attackersQuotes,
  /** Number of the attacker's accounts that own money. */
  funded: fc.constantFrom(0, 1, 2, 2, 2, 5),
  form: fc.constantFrom('fill', 'request', 'signed offer', 'reveal', 'accept', 'sealed'),
});
type Attack = typeof attacks extends fc.Arbitrary<infer Value> ? Value : never;

const HONEST = 100;

function feedOf({ quotes, honest, days }: Attack): ReadonlyMap<string, FeedEntry> {
  const expiry = NOW + days * 86_400;
  const entries = [
    ...quotes.map(({ isOfExpiry, isOtherFeed, ...quote }) =>
      quoteOf({
        ...quote,
        expiry: isOfExpiry ? expiry : expiry + 86_400,
        ...(isOtherFeed ? { feed: PRICE_FEEDS[1]?.address ?? zeroAddress } : {}),
      }),
    ),
    ...Array.from({ length: honest }, (_, n) =>
      quoteOf({
        ...{ maker: HONEST + n, strike: 2_500n, isLong: n % 2 === 0 },
        ...{ volatility: TRUE_VOLATILITY, expiry, end: NOW + 60 },
      }),
    ),
  ];
  return new Map(
    entries.map((entry) => [orderDigest(entry.order, entry.optionBookAddress), entry]),
  );
}

/** Returns model values from the feed's quotes. Counts only makers that have money. */
function valuesOf(attack: Attack) {
  const byDigest = feedOf(attack);
  const snapshot: FeedSnapshot = {
    feed: { orders: [], problems: [], marketData: {}, timestamp: undefined },
    ...{ byDigest, feeds: [], at: NOW * 1_000 },
  };
  const isFunded = (maker: string) =>
    Number(BigInt(maker)) > HONEST || Number(BigInt(maker)) <= attack.funded;
  return createModelValue({
    feed: { last: () => snapshot, fresh: async () => snapshot },
    checks: {
      isGenuine: () => true,
      makerOf({ order }) {
        const money = tokenAmount(isFunded(order.maker) ? MIN_BACKING_USD / 100n : 0n);
        return { filled: 0n, cutoff: 0n, balance: money, allowance: money };
      },
      oracleOf: () => SPOT,
      quoteSpotOf: () => undefined,
      only: async () => undefined,
    },
    spots: { spotOf: () => SPOT, refresh: async () => undefined },
    clock: { now: () => epochMs(NOW * 1_000) },
    wait: () => new Promise(() => undefined),
  });
}

/** Returns the order that the attacker wants, and the true value of the order's contracts. */
function tradeOf({ traded: [product, strikes, isQuote], ...attack }: Attack) {
  const size = contracts(attack.size * (isQuote ? 10n ** 6n : 10n ** 18n));
  const expiry = unixSeconds(NOW + attack.days * 86_400);
  const order = buildOrder({
    ...{ maker: ATTACKER.address, product, asset: 'ETH', isLong: attack.isSale },
    ...{ strikes: strikes.map((strike) => strike * 10n ** 8n), price: 1n, budget: 10n ** 40n },
    ...{ expiry, orderExpiry: NOW + 600 },
  });
  const terms = describeOrder(order).terms ?? expect.unreachable();
  const option = { terms, contracts: size, expiry };
  const market = { spot: SPOT, now: NOW, volatility: TRUE_VOLATILITY };
  const value: bigint = modelTotal(option, market) ?? 0n;
  const perContract = (value * 10n ** 8n) / size;
  const price = BigInt(Math.max(1, Math.round(Number(perContract) * 10 ** attack.share)));
  const premium = (price * size) / 10n ** 8n;
  return { order: { ...order, price: price8(price), numContracts: size }, value, premium };
}

interface Shown {
  readonly refusal?: unknown;
  readonly dangers: readonly { readonly code: string }[];
}

/** Shows the trade in one of its forms, as the user sees it. */
async function shown(attack: Attack, order: Order, premium: bigint): Promise<Shown> {
  const { form, isSale } = attack;
  const total = tokenAmount(premium);
  const isOwn = form === 'accept';
  const rpc = requestNode(isOwn ? { ...order, maker: USER.address } : order, {
    // A maker who makes an offer takes the other side of the request.
    ...{ isBuyer: isOwn ? !isSale : isSale, limit: premium, offerEnd: NOW + 60 },
  });
  const context = chainContext(CHAIN_ID, 'ETH');
  const deps = {
    ...{ rpc, context, codeAt: async () => 'contract' as const, spotOf: () => SPOT },
    ...{ clock: { now: () => epochMs(NOW * 1_000) }, isInFeed: async () => true },
    modelValue: valuesOf(attack),
  };
  const call = (to: Address, data: `0x${string}`) =>
    explain(deps, understandTransaction({ to, value: '0x0', data }), USER.address);
  switch (form) {
    case 'fill': {
      const signed = await signOrder(ATTACKER, { ...order, numContracts: contracts(0n) });
      const { numContracts } = order;
      return call(BOOK_R12, encodeFill({ ...signed, referrer: zeroAddress, numContracts }));
    }
    case 'request': {
      const terms = {
        ...{ ...order, requester: USER.address, existingOption: undefined, isBuyer: !isSale },
        ...{ contracts: order.numContracts, offerEnd: unixSeconds(NOW + 60) },
      };
      const key = pad(encodePacked(['uint8', 'uint256'], [2, 1n]), { size: 33 });
      return call(FACTORY_R12, requestCall(terms, total, key));
    }
    case 'signed offer': {
      const reading = { rpc, context, now: NOW, spotOf: () => SPOT, account: USER.address };
      const { modelValue } = deps;
      return explainSignedOffer({ id: 1n, amount: total }, { ...reading, modelValue });
    }
    case 'reveal':
      return call(FACTORY_R12, factoryCall('revealOffer', [1n, premium, 7n, USER.address]));
    case 'accept':
      return call(
        FACTORY_R12,
        factoryCall('settleQuotationEarly', [1n, premium, 7n, USER.address]),
      );
    case 'sealed':
      return call(FACTORY_R12, factoryCall('makeOfferForQuotation', [1n, '0x', '0x02', '0x00']));
  }
}

const DOLLAR = { quote: 10n ** 6n, ether: 10n ** 18n / 2_590n };

/** Returns true if the user loses most of the true value, or pays a multiple of it. */
function isLoss({ isSale, traded: [, , isQuote] }: Attack, value: bigint, premium: bigint) {
  const little = isQuote ? DOLLAR.quote : DOLLAR.ether;
  // The search finds the volatility of a quote to within a hundredth.
  if (isSale) return value > little / 100n && 200n * premium < 98n * value;
  return 100n * premium > 302n * value && premium > little + little / 50n;
}

/**
 * Two accounts with low quotes, and one honest maker whose quote is just close enough to the low
 * quotes.
 */
const OUTVOTED: Attack = {
  ...{ traded: ['PUT', [2_000n], true], isSale: true, share: -1, size: 1n, days: 30, honest: 1 },
  quotes: [0, 1].map((maker) => ({
    ...{ maker, strike: 2_000n, isLong: true, volatility: 0.26, isOfExpiry: true },
    ...{ end: NOW + 600, isOtherFeed: false },
  })),
  ...{ funded: 2, form: 'fill' },
};

/**
 * Five accounts with low quotes, and four honest makers whose quotes are too far from the low
 * quotes.
 */
const OUTNUMBERED: Attack = {
  ...OUTVOTED,
  ...{ traded: ['PUT', [2_400n], true], share: -2, honest: 4, funded: 5 },
  quotes: [0, 1, 2, 3, 4].map((maker) => ({
    ...{ maker, strike: 2_400n, isLong: true, volatility: 0.1, isOfExpiry: true },
    ...{ end: NOW + 600, isOtherFeed: false },
  })),
};

it('warns of every clear loss in random attacks unless too few honest makers quote', async () => {
  const count = { losses: 0, fair: 0, silent: 0 };
  await fc.assert(
    fc.asyncProperty(attacks, async (attack) => {
      const { order, value, premium } = tradeOf(attack);
      fc.pre(premium > 0n);
      const { dangers, refusal } = await shown(attack, order, premium);
      const isLoud = refusal !== undefined || dangers.length > 0;
      // A purchase of unknown value only gets a note. A warning needs more honest makers than
      // accounts of the attacker.
      const isKnown = attack.isSale
        ? attack.funded < 3 || attack.honest > 1
        : attack.honest > Math.max(2, attack.funded);
      if (isLoss(attack, value, premium) && isKnown) {
        count.losses += 1;
        expect(isLoud).toBe(true);
      }
      const isFair =
        Math.abs(attack.share) < 0.1 && attack.quotes.length === 0 && premium > 10n ** 6n;
      if (isFair && attack.honest >= 3 && attack.form !== 'sealed') {
        count.fair += 1;
        if (!isLoud) count.silent += 1;
      }
    }),
    { numRuns: 600, seed: SEED, examples: [[OUTVOTED], [OUTNUMBERED]] },
  );
  expect(count.losses).toBeGreaterThan(150);
  // Fair trades in an honest market need no acknowledgement.
  expect(count.fair).toBeGreaterThan(0);
  expect(count.silent).toBe(count.fair);
}, 60_000);
