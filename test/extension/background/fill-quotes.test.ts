import { type Address, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { inspectFill } from '../../../entrypoints/background/approvals/explain/inspect-fill.ts';
import type { FeedSnapshot } from '../../../entrypoints/background/market/feed/feed.ts';
import { newerQuote, pickEntry } from '../../../entrypoints/background/orders/pick.ts';
import { ensureSameAccount } from '../../../entrypoints/background/vault/selected-account.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { BOOKS } from '../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { contracts, price8, unixSeconds } from '../../../shared/units.ts';
import { buildOrder } from '../../devnet/build-order.ts';
import { signOrder } from '../../devnet/fill.ts';
import { realOrder } from '../../shared/orders/real-orders.ts';
import { BUYER, SELLER } from '../../shared/positions/event-logs.ts';
import { wordedFill } from '../helpers/worded.ts';

const { entry } = realOrder('r12 PUT btc');
const now = unixSeconds(entry.order.orderExpiryTimestamp - 60);
const maker = privateKeyToAccount(generatePrivateKey());
const away = { request: () => Promise.reject(new RpcError('chainUnreachable')) };

const signed = (price: bigint, book?: Address) =>
  signOrder(maker, { ...entry.order, maker: maker.address, price: price8(price) }, book);

function snapshotOf(...entries: SignedOrder[]): FeedSnapshot {
  const byDigest = new Map(
    entries.map((one) => [orderDigest(one.order, one.optionBookAddress), one]),
  );
  const feed = { orders: entries, problems: [], marketData: {}, timestamp: undefined };
  return { feed, byDigest, feeds: [], at: 0 };
}

describe('the replacement of a missing quote', () => {
  it('replaces a missing quote with the maker’s best signed quote, whatever a forged quote offers', async () => {
    const [old, dear, cheap] = [await signed(100n), await signed(300n), await signed(200n)];
    const forged = { ...cheap, order: { ...cheap.order, price: price8(1n) } };
    const otherBook = await signed(2n, BOOKS[2]?.address);
    const snapshot = snapshotOf(dear, forged, cheap, otherBook);
    expect(await newerQuote(away, snapshot, old, now)).toBe(cheap);
    const feed = { remember: () => undefined, remembered: () => old };
    await expect(pickEntry(away, feed, snapshot, '0xgone', now)).rejects.toMatchObject({
      code: 'quoteReplaced',
      facts: { replacement: { price: '200' } },
    });
  });

  it('replaces a missing quote with a different quote of the same maker, even if makers without money sign better quotes', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey());
    const bait = await signOrder(stranger, {
      ...entry.order,
      maker: stranger.address,
      price: price8(1n),
    });
    const [old, next] = [await signed(100n), await signed(200n)];
    expect(await newerQuote(away, snapshotOf(bait, next), old, now)).toBe(next);
    expect(await newerQuote(away, snapshotOf(bait), old, now)).toBeUndefined();
  });

  it('offers no replacement when every candidate is forged', async () => {
    const old = await signed(100n);
    const forged = { ...old, signature: entry.signature };
    const snapshot = snapshotOf(forged);
    expect(await newerQuote(away, snapshot, old, now)).toBeUndefined();
    const feed = { remember: () => undefined, remembered: () => old };
    await expect(pickEntry(away, feed, snapshot, '0xgone', now)).rejects.toMatchObject({
      code: 'quoteGone',
    });
  });
});

describe('the card of a fill that a site asks for', () => {
  it.each(BOOKS)(
    'accepts an order of $revision that is signed for the book at $address',
    async ({ address }) => {
      const card = await inspect(await signed(100n, address));
      expect(card.refusal).toBeUndefined();
      expect(card.checks.filter(({ status }) => status === 'failed')).toEqual([]);
    },
  );

  it.each(BOOKS)(
    'refuses an order of $revision at $address when the maker signed the order for a different book',
    async (book) => {
      const of = BOOKS.find(({ address }) => address !== book.address)?.address;
      const card = await inspect({
        ...(await signed(100n, of)),
        optionBookAddress: book.address,
      });
      expect(card.refusal).toBeDefined();
      expect(card.checks.filter(({ status }) => status === 'failed')).toEqual([
        expect.objectContaining({ label: 'Maker’s signature' }),
      ]);
    },
  );

  it('names the problem in the refusal, and shows no terms of an altered order', async () => {
    const quote = await signed(100n);
    const altered = { ...quote, order: { ...quote.order, price: price8(90n) } };
    const card = await inspect(altered);
    expect(card.refusal).toMatch(/won’t sign this fill\. The maker didn’t sign this order/);
    expect(card.highlights).toEqual([]);
    expect(card.picture).toBeUndefined();
  });

  it('the card of a fill stays short for an order with hundreds of strikes', async () => {
    const quote = await signed(100n);
    const strikes = Array.from({ length: 300 }, () => price8(2n ** 250n));
    const card = await inspect({ ...quote, order: { ...quote.order, strikes } });
    expect(card.refusal).toBeDefined();
    for (const { value } of card.rows) expect(value.length).toBeLessThan(500);
  });

  it('describes what a physical product exchanges', async () => {
    const order = buildOrder({
      maker: maker.address,
      product: 'PHYSICAL_CALL',
      asset: 'ETH',
      strikes: [2_600_00000000n],
      price: 1_000000n,
      budget: 10n ** 19n,
      expiry: now + 86_400,
      orderExpiry: now + 60,
    });
    const card = await inspect(await signOrder(maker, order), contracts(10n ** 18n));
    const words = card.highlights.map(({ label, value }) => `${label}: ${value}`);
    expect(words).toEqual([
      'Max loss: −0.01 WETH',
      'If exercised, you deliver: 2,600 USDC',
      'If exercised, you get: 1 WETH',
      expect.stringMatching(/^Expires: /),
    ]);
  });

  async function inspect(
    { order, signature, optionBookAddress: to }: SignedOrder,
    numContracts = contracts(1_000_000n),
  ) {
    const data = encodeFill({ order, signature, referrer: zeroAddress, numContracts });
    const understanding = understandTransaction({ to, value: '0x0', data });
    if (understanding.kind !== 'fill') throw new Error('That is no fill.');
    const inspection = await inspectFill({
      understanding,
      account: BUYER,
      client: away,
      now,
      spotOf: () => undefined,
      isInFeed: async () => undefined,
    });
    return wordedFill(understanding, inspection);
  }
});

describe('the account of a ticket', () => {
  it('refuses to fill from an account other than the ticket’s account', () => {
    expect(ensureSameAccount(BUYER, BUYER)).toBe(BUYER);
    expect(() => ensureSameAccount(SELLER, BUYER)).toThrow(
      expect.objectContaining({ code: 'otherAccount' }),
    );
    expect(() => ensureSameAccount(undefined, BUYER)).toThrow(
      expect.objectContaining({ code: 'noAccount' }),
    );
  });
});
