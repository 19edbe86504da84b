import { describe, expect, it } from 'vitest';
import {
  canFollow,
  type NextQuote,
  nextQuote,
} from '../../../components/screens/trade/ticket/next-quote.ts';
import type { TicketView } from '../../../shared/messages/ticket.ts';
import { price8, tokenAmount } from '../../../shared/units.ts';

const NOW = 1_800_000_000_000;
const SECONDS = NOW / 1000;
const NEWER: NextQuote = {
  digest: '0xnewer',
  price: price8(4000000000n),
  quoteEnds: SECONDS + 120,
  isOtherMaker: false,
};

function viewOf(change: Partial<TicketView>): TicketView {
  const view: TicketView = {
    digest: '0xold',
    account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    product: 'PUT',
    asset: 'ETH',
    side: 'buy',
    strikes: [price8(250000000000n)],
    price: price8(4000000000n),
    expiry: SECONDS + 86_400,
    quoteEnds: SECONDS + 30,
    token: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', decimals: 6 },
    isChecked: true,
    budgetLeft: tokenAmount(1000000000n),
    isBudgetRead: true,
    maker: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    referrer: '0x0000000000000000000000000000000000000000',
    payoff: 'agrees',
    isLive: true,
    feedAt: NOW,
    canSign: true,
    newer: NEWER,
  };
  return { ...view, ...change };
}

describe('the next quote', () => {
  it('replaces a quote that ends soon with a newer quote that lasts longer', () => {
    expect(nextQuote(viewOf({}), NOW)).toBe(NEWER);
    const shorter = { ...NEWER, quoteEnds: SECONDS + 20 };
    expect(nextQuote(viewOf({ newer: shorter }), NOW)).toBeUndefined();
  });

  it('keeps a quote that lasts for another minute', () => {
    expect(nextQuote(viewOf({ quoteEnds: SECONDS + 60 }), NOW)).toBeUndefined();
  });

  it.each([
    ['has ended', { quoteEnds: SECONDS - 1 }],
    ['is gone from the feed', { isLive: false, quoteEnds: SECONDS + 300 }],
  ])('replaces a quote that %s, even with a newer quote that ends sooner', (_, change) => {
    const shorter = { ...NEWER, quoteEnds: SECONDS + 5 };
    expect(nextQuote(viewOf({ ...change, newer: shorter }), NOW)).toBe(shorter);
  });

  it('never replaces a refused order with a newer quote', () => {
    expect(nextQuote(viewOf({ refusedBy: 'signature' }), NOW)).toBeUndefined();
  });
});

describe('a newer quote', () => {
  const agreed = price8(4_000_000_000n);

  it('doesn’t let a fill follow another maker’s quote, even at a lower price', () => {
    const other = { ...NEWER, isOtherMaker: true, price: price8(1n) };
    expect(canFollow(viewOf({}), other, agreed)).toBe(false);
  });

  it.each([
    ['buy', '4020000000', true],
    ['buy', '4020000001', false],
    ['buy', '1', true],
    ['sell', '3980000000', true],
    ['sell', '3979999999', false],
    ['sell', '9000000000', true],
  ] as const)(
    'decides whether a fill may follow a newer quote to %s at the price %s (may follow: %s)',
    (side, price, isFollowed) => {
      expect(canFollow(viewOf({ side }), { ...NEWER, price: price8(BigInt(price)) }, agreed)).toBe(
        isFollowed,
      );
    },
  );

  it('compares a new price with the agreed price instead of the previous price', () => {
    const drifted = viewOf({ price: price8(4019000000n) });
    expect(canFollow(drifted, { ...NEWER, price: price8(4030000000n) }, agreed)).toBe(false);
  });
});
