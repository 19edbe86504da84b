import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstSize,
  ticketOf,
  ticketPage,
} from '../../../components/screens/trade/ticket/ticket-model.ts';
import { fromJson, inJson } from '../../../shared/codec.ts';
import { TicketSchema, type TicketView } from '../../../shared/messages/ticket.ts';
import { feeShareBps, yieldPerYearBps } from '../../../shared/orders/edge.ts';
import { buyerPayoff, requiredCollateral } from '../../../shared/orders/payoff.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import { outcomeAt, scenariosOf } from '../../../shared/orders/scenarios.ts';
import { premiumOf } from '../../../shared/orders/sizing.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import {
  contractsOfSize,
  largestSize,
  shareOfSize,
  type TicketInput,
  ticketFigures,
} from '../../../shared/orders/ticket.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';
import { anyContracts, anyPrice, anyTerms } from './arbitraries.ts';

const anyOffer: fc.Arbitrary<TicketInput> = fc
  .record({
    terms: anyTerms(),
    price: fc.bigInt({ min: 1n, max: 10n ** 13n }).map(price8),
    isLong: fc.boolean(),
    spot: fc.option(anyPrice(), { nil: undefined }),
    oraclePrice: fc.option(anyPrice(), { nil: undefined }),
  })
  .map(({ terms, price, isLong, spot, oraclePrice }) => ({
    order: { price, isLong },
    terms,
    decimals: terms.product.isQuoteCollateral ? 6 : 18,
    spot,
    oraclePrice,
  }));
const anyAmount = fc
  .integer({ min: 0, max: 24 })
  .chain((digits) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) }));

describe('the greatest return and the yield', () => {
  it('returns a greatest return only for a buyer who can gain, and a yield only for a seller', () => {
    fc.assert(
      fc.property(anyOffer, anyAmount, (offer, amount) => {
        const figures = ticketFigures(offer, { by: 'contracts', amount });
        const { quote } = figures;
        const { isPhysical } = offer.terms.product;
        const canGain = quote.curve.maxProfit > 0n;
        const isBuyer = quote.side === 'buy';
        const isCapped = offer.terms.legs.length > 1;
        expect(figures.maxReturnHundredths !== undefined).toBe(
          isBuyer && quote.premium > 0n && canGain && isCapped,
        );
        expect(figures.yieldBps !== undefined).toBe(
          !isBuyer && quote.collateral > 0n && (canGain || isPhysical),
        );
        // A buyer who can gain receives more than the cost.
        if (figures.maxReturnHundredths !== undefined)
          expect(figures.maxReturnHundredths).toBeGreaterThanOrEqual(100n);
      }),
    );
  });
});

describe('a yield per year', () => {
  const terms = termsOf('PUT', [price8(2_500_00000000n)]);
  const yearly = (isSold: boolean, secondsLeft: number) => {
    if (terms === undefined) throw new Error('a put has terms');
    const offer = {
      order: { price: price8(40_00000000n), isLong: isSold },
      terms,
      decimals: 6,
      spot: price8(2_600_00000000n),
      oraclePrice: price8(2_600_00000000n),
    };
    const { quote } = ticketFigures(offer, { by: 'contracts', amount: 1_000000n });
    return yieldPerYearBps(quote, terms, secondsLeft);
  };

  it('extrapolates the exact yield until expiry to a year, and rounds down only then', () => {
    // 38.44 of 2,500 is 1.5376 %. Five times as much is 7.688 %.
    expect(yearly(true, 73 * 86_400)).toBe(768n);
    expect(yearly(true, 365 * 86_400)).toBe(153n);
  });

  it('doesn’t return a yield per year for a buyer or after expiry', () => {
    expect(yearly(false, 73 * 86_400)).toBeUndefined();
    expect(yearly(true, 0)).toBeUndefined();
    expect(yearly(true, -5)).toBeUndefined();
  });
});

describe('a fee’s share of the premium', () => {
  it('rounds the fee’s share of the premium up', () => {
    const share = (fee: bigint, premium: bigint) =>
      feeShareBps({ fee: tokenAmount(fee), premium: tokenAmount(premium) });
    expect(share(1n, 8n)).toBe(1250n);
    expect(share(1n, 3n)).toBe(3334n);
    expect(share(0n, 3n)).toBe(0n);
    expect(share(0n, 0n)).toBeUndefined();
  });
});

describe('a size', () => {
  it('computes the largest size within the amount, to a millionth of a contract', () => {
    fc.assert(
      fc.property(anyOffer, anyAmount, (offer, amount) => {
        const count = contractsOfSize(offer, { by: 'spend', amount });
        const { terms, order, decimals } = offer;
        const costOf = (n: bigint) =>
          order.isLong
            ? requiredCollateral({ terms, contracts: contracts(n) })
            : premiumOf(order.price, contracts(n));
        expect(costOf(count)).toBeLessThanOrEqual(amount);
        const step = decimals > 6 ? 10n ** BigInt(decimals - 6) : 1n;
        expect(costOf(count + step)).toBeGreaterThanOrEqual(amount);
      }),
    );
  });

  it('converts the cost of a fill back to a size that costs no more', () => {
    fc.assert(
      fc.property(anyOffer, anyContracts(), (offer, amount) => {
        const { contracts: count, spend } = ticketFigures(offer, { by: 'contracts', amount });
        const again = ticketFigures(offer, { by: 'spend', amount: spend });
        expect(again.spend).toBeLessThanOrEqual(spend);
        if (offer.order.isLong) {
          expect(again.contracts).toBeGreaterThanOrEqual(count);
          return;
        }
        expect(again.contracts).toBeLessThanOrEqual(count);
        // Rounding leaves at most the price of a millionth of a contract, plus one base unit.
        const { order, decimals } = offer;
        const step = decimals > 6 ? 10n ** BigInt(decimals - 6) : 1n;
        expect(spend - again.spend).toBeLessThanOrEqual((order.price * step) / 10n ** 8n + 1n);
      }),
    );
  });

  it('keeps the maximum, and every share of that maximum, within the budget and the balance', () => {
    fc.assert(
      fc.property(
        anyOffer,
        anyContracts(),
        fc.option(anyAmount.map(tokenAmount), { nil: undefined }),
        fc.constantFrom(25n, 50n, 75n, 100n),
        (offer, budget, balance, percent) => {
          const largest = largestSize(offer, { budget, balance });
          const share = shareOfSize(largest, percent, offer.decimals);
          expect(share).toBeLessThanOrEqual(budget);
          const { quote } = ticketFigures(offer, { by: 'contracts', amount: share });
          if (balance !== undefined) expect(quote.pays).toBeLessThanOrEqual(balance);
        },
      ),
    );
  });
});

describe('the figures of a ticket', () => {
  it('computes the same figures as the worker’s own quote for every order', () => {
    fc.assert(
      fc.property(anyOffer, anyContracts(), (offer, amount) => {
        const { order, terms, decimals, oraclePrice: spot } = offer;
        // Only text is sent over the port.
        const json = JSON.parse(JSON.stringify(inJson(viewOf(offer))));
        const view: TicketView = fromJson(TicketSchema, json);
        const ticket = ticketOf(view);
        if (ticket === undefined) throw new Error('the view cannot be read');
        const { figures } = ticketPage(ticket, { by: 'contracts', amount });
        const quote = quoteFill({ order, terms, contracts: figures.contracts, decimals, spot });
        expect(figures.quote).toEqual(quote);
      }),
    );
  });

  it('when the oracle price is unknown, uses the highest possible fee, and marks a fee in dollars as inexact', () => {
    fc.assert(
      fc.property(anyOffer, anyContracts(), (offer, amount) => {
        const size = { by: 'contracts', amount } as const;
        const { quote } = ticketFigures({ ...offer, oraclePrice: undefined }, size);
        const known = ticketFigures(offer, size).quote;
        expect(quote.isFeeExact).toBe(!offer.terms.product.isQuoteCollateral);
        expect(quote.fee).toBeGreaterThanOrEqual(known.fee);
        expect(quote.receives).toBeLessThanOrEqual(known.receives);
        expect(quote.pays).toBeGreaterThanOrEqual(known.pays);
      }),
    );
  });

  it('never computes a seller’s loss above the collateral, or a buyer’s loss above the premium', () => {
    fc.assert(
      fc.property(anyOffer, anyContracts(), (offer, amount) => {
        const { quote } = ticketFigures(offer, { by: 'contracts', amount });
        expect(quote.curve.maxLoss).toBeLessThanOrEqual(
          quote.side === 'buy' ? quote.premium : quote.collateral - quote.receives,
        );
      }),
    );
  });

  it('computes a seller’s yield as the net premium over the collateral, and doesn’t compute a greatest return for a put', () => {
    const terms = ticketOf(viewFor('PUT', 'buy'))?.offer.terms;
    if (terms === undefined) throw new Error('a put has terms');
    const offer: TicketInput = {
      order: { price: price8(40_00000000n), isLong: false },
      terms,
      decimals: 6,
      spot: price8(2_600_00000000n),
      oraclePrice: price8(2_600_00000000n),
    };
    const size = { by: 'contracts', amount: 1_000000n } as const;
    expect(ticketFigures(offer, size)).toMatchObject({
      maxReturnHundredths: undefined,
      yieldBps: undefined,
    });
    const sold = { ...offer, order: { ...offer.order, isLong: true } };
    // The fee is 6 bps of 2600 = 1.56, and the yield is (40 − 1.56) / 2500 = 1.5376 %.
    expect(ticketFigures(sold, size)).toMatchObject({
      maxReturnHundredths: undefined,
      yieldBps: 153n,
    });
  });
});

describe('the greatest return', () => {
  it('computes the greatest return of a spread as its width over its premium', () => {
    const terms = termsOf('CALL_SPREAD', [price8(2_600_00000000n), price8(3_300_00000000n)]);
    if (terms === undefined) throw new Error('a call spread has terms');
    const price = price8(100_00000000n);
    const offer: TicketInput = {
      order: { price, isLong: false },
      terms,
      decimals: 6,
      spot: undefined,
      oraclePrice: undefined,
    };
    const figures = ticketFigures(offer, { by: 'contracts', amount: 1_000000n });
    expect(figures.maxReturnHundredths).toBe(700n);
  });
});

describe('a ticket whose option contract computes a different payoff', () => {
  it('doesn’t return a chart or scenarios, and reports the different payoff', () => {
    const view = { ...viewFor('PUT', 'buy'), payoff: 'differs' } as const;
    const ticket = ticketOf(view) ?? expect.unreachable();
    const page = ticketPage(ticket, { by: 'contracts', amount: 1_000000n });
    expect(page).toMatchObject({ hasOtherPayoff: true, picture: undefined, scenarios: [] });
    expect(page.isLossEverywhere).toBe(false);
  });
});

describe('a scenario', () => {
  it('computes a buyer’s profit in a scenario as the payoff less the premium, and a seller’s as the opposite less the fee', () => {
    fc.assert(
      fc.property(anyOffer, anyContracts(), anyPrice(), (offer, amount, settlementPrice) => {
        const figures = ticketFigures(offer, { by: 'contracts', amount });
        const { payout, profit } = outcomeAt(offer, figures, settlementPrice);
        const { terms } = offer;
        const { contracts: count, quote } = figures;
        expect(payout).toBe(buyerPayoff({ terms, contracts: count, settlementPrice }));
        const buyers = payout - quote.premium;
        expect(profit).toBe(quote.side === 'buy' ? buyers : -buyers - quote.fee);
      }),
    );
  });

  it('returns scenarios for each strike, each break-even and five prices around the spot price, in ascending order', () => {
    fc.assert(
      fc.property(anyOffer, (offer) => {
        const figures = ticketFigures(offer, { by: 'contracts', amount: 10n ** 18n });
        const scenarios = scenariosOf(offer, figures);
        const strikes = new Set(offer.terms.strikes).size;
        const around = offer.spot === undefined ? 0 : 5;
        expect(scenarios).toHaveLength(strikes + figures.quote.curve.breakEvens.length + around);
        const prices = scenarios.map(({ price }) => price);
        expect(prices).toEqual([...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      }),
    );
  });
});

describe('a ticket', () => {
  it('starts a ticket with one contract, or with the maximum when the maximum is lower and not zero', () => {
    const start = (balance: bigint | undefined, budgetLeft: bigint) => {
      const ticket = ticketOf({
        ...viewFor('PUT', 'buy'),
        budgetLeft: tokenAmount(budgetLeft),
        ...(balance === undefined ? {} : { balance: tokenAmount(balance) }),
      });
      return ticket === undefined ? undefined : firstSize(ticket).amount;
    };
    expect(start(undefined, 10000000000n)).toBe(1_000000n);
    // Twenty dollars are enough for half a contract at forty.
    expect(start(20000000n, 10000000000n)).toBe(500_000n);
    // The budget is a fifth of the strike.
    expect(start(undefined, 500000000n)).toBe(200_000n);
    // Without a balance, the figures of one contract are still shown.
    expect(start(0n, 10000000000n)).toBe(1_000000n);
  });

  it('names a missing size, the budget or the balance as the reason why an order can’t be filled', () => {
    const ticket = ticketOf({
      ...viewFor('PUT', 'buy'),
      budgetLeft: tokenAmount(2500000000n),
      balance: tokenAmount(30000000n),
    });
    if (ticket === undefined) throw new Error('a put has a ticket');
    const obstacle = (amount: bigint) => ticketPage(ticket, { by: 'contracts', amount }).obstacle;
    expect([0n, 500_000n, 1_000000n, 2_000000n].map(obstacle)).toEqual([
      'noSize',
      undefined,
      'overBalance',
      'overBudget',
    ]);
  });

  it('draws the profit of a delivery, but no payout and no scenarios', () => {
    const ticket = ticketOf(viewFor('PHYSICAL_PUT', 'sell')) ?? expect.unreachable();
    const page = ticketPage(ticket, { by: 'contracts', amount: 2_000000n });
    expect(page.scenarios).toEqual([]);
    const { points = [], payouts, breakEvens } = page.picture ?? expect.unreachable();
    expect(payouts).toBeUndefined();
    // The trade is two tokens at 2,500 each. The premium is 40 minus a fee of at most an eighth.
    for (const [price, profit] of points)
      expect(profit).toBeCloseTo(2 * (Math.min(price - 2_500, 0) + 35), 4);
    expect(breakEvens).toEqual([2_465]);
  });

  it('draws nothing for a loan', () => {
    const ticket = ticketOf(viewFor('CALL_LOAN', 'sell')) ?? expect.unreachable();
    const page = ticketPage(ticket, { by: 'contracts', amount: 10n ** 18n });
    expect(page).toMatchObject({ picture: undefined, scenarios: [], isGainEverywhere: false });
  });
});

function viewOf({ order, terms, decimals, spot, oraclePrice }: TicketInput): TicketView {
  return {
    ...viewFor(terms.product.name, order.isLong ? 'sell' : 'buy'),
    strikes: [...terms.strikes],
    price: price8(order.price),
    token: { address: '0x', symbol: 'T', decimals },
    ...(spot === undefined ? {} : { spot: { price: spot, source: 'chain' } }),
    ...(oraclePrice === undefined ? {} : { oraclePrice }),
  };
}

function viewFor(product: TicketView['product'], side: TicketView['side']): TicketView {
  return {
    digest: '0x',
    account: '0x',
    product,
    asset: 'ETH',
    side,
    strikes: [price8(250000000000n)],
    price: price8(4000000000n),
    expiry: 2_000_000_000,
    quoteEnds: 1_900_000_000,
    token: { address: '0x', symbol: 'USDC', decimals: 6 },
    isChecked: true,
    budgetLeft: tokenAmount(100000000000n),
    isBudgetRead: true,
    maker: '0x',
    referrer: '0x0000000000000000000000000000000000000000',
    payoff: 'agrees',
    isLive: true,
    feedAt: 0,
    canSign: true,
  };
}
