import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { Figures } from '../../../components/screens/trade/ticket/Figures.tsx';
import { Obstacle } from '../../../components/screens/trade/ticket/Obstacle.tsx';
import { Review, ReviewView } from '../../../components/screens/trade/ticket/Review.tsx';
import { ticketOf, ticketPage } from '../../../components/screens/trade/ticket/ticket-model.ts';
import type { FillPlanView, TicketView } from '../../../shared/messages/ticket.ts';
import { price8, tokenAmount } from '../../../shared/units.ts';
import { digestOf, PLAN, ticketOf as sampleTicket } from '../../gallery/samples/market.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonsOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

const LATER = Math.floor(Date.now() / 1000) + 86_400;

/**
 * Ticket for buying one put contract for 41.60 from the sample's maker. The quote is still valid.
 */
const BUY: TicketView = {
  ...(await sampleTicket(digestOf('PUT', 'buy'))),
  price: price8(4160000000n),
  strikes: [price8(250000000000n)],
  expiry: LATER + 6 * 86_400,
  quoteEnds: LATER,
  isLive: true,
  budgetLeft: tokenAmount(50000000000n),
  allowance: tokenAmount(0n),
};
const SELL: TicketView = { ...BUY, side: 'sell' };

const parts = (view: TicketView, amount = 1_000_000n) => {
  const ticket = ticketOf(view) ?? expect.unreachable();
  return { ticket, page: ticketPage(ticket, { by: 'contracts', amount }) };
};

const review = (
  change: Partial<TicketView> = {},
  given: {
    plan?: FillPlanView;
    problem?: string;
    isStarting?: boolean;
    amount?: bigint;
    usesSmartAccounts?: boolean;
  } = {},
) => {
  const view = { ...BUY, ...change };
  const { ticket, page } = parts(view, given.amount);
  const queries = new QueryClient();
  if (given.plan !== undefined)
    queries.setQueryData(
      ['plan', view.digest, String(page.figures.contracts), view.account],
      given.plan,
    );
  return onPage(
    <Review
      ticket={ticket}
      page={page}
      life={<p>lives</p>}
      problem={given.problem}
      isStarting={given.isStarting ?? false}
      onStart={() => undefined}
    />,
    { usesSmartAccounts: given.usesSmartAccounts ?? false },
    queries,
  );
};
const start = (html: string) => buttonsOf(html).at(-1);

describe('the review of a fill', () => {
  it('shows the bought option, each step with its exact amount, and the possible loss', () => {
    const html = review({}, { plan: PLAN });
    const shown = wordsOf(html);
    expect(shown).toContain('Buy 1 × ETH put');
    expect(shown).toMatch(/Step 1 of 2 .*Allow the exact amount .*The order book can take 42 USDC/);
    expect(shown).toMatch(/Step 2 of 2 .*Buy .*You pay 41\.60 USDC\./);
    const facts = new Map(factsOf(html));
    expect(facts.get('Max loss')).toMatch(/^−4[12]\.\d\d USDC$/);
    expect(facts.get('Break-even')).toMatch(/^\$2,45\d/);
    expect(start(html)).toEqual({ name: 'Start step 1 of 2', isDisabled: false });
  });

  it('disables the start until all steps are added up', () => {
    const html = review();
    expect(wordsOf(html)).toContain('Adding up all steps…');
    expect(start(html)?.isDisabled).toBe(true);
  });

  it('lets the user start when the steps couldn’t be planned, and shows the reason', () => {
    const html = onPage(
      <ReviewView
        {...parts(BUY)}
        {...{ life: null, problem: undefined, isStarting: false, onStart: () => undefined }}
        {...{ plan: undefined, planProblem: 'No node responded.', isAwaited: false }}
        {...{ preparations: [], steps: 1, isWhole: false }}
        {...{ isSmartOffered: false, onAnswer: () => undefined }}
      />,
    );
    expect(wordsOf(html)).toContain('No node responded.');
    expect(start(html)).toEqual({ name: 'Continue to approval', isDisabled: false });
  });

  it('shows no allowance step when the allowance already exists', () => {
    const html = review({ allowance: tokenAmount(50000000000n) });
    expect(wordsOf(html)).not.toContain('Allow the exact amount');
    expect(start(html)).toEqual({ name: 'Continue to approval', isDisabled: false });
  });

  it('says that a smart account sends all steps as one transaction', () => {
    const html = review({ atomic: 'ready' }, { plan: PLAN });
    expect(wordsOf(html)).toContain('All steps happen in one transaction');
    expect(start(html)?.name).toBe('Continue to approval');
    expect(wordsOf(review({ atomic: 'unsupported' }, { plan: PLAN }))).not.toContain(
      'All steps happen in one transaction',
    );
  });

  it('offers and explains one confirmation for all steps if the user hasn’t decided yet', () => {
    const shown = wordsOf(review({ atomic: 'offered' }, { plan: PLAN }));
    expect(shown).toContain('Confirm once instead of 2 times?');
    expect(shown).toContain('MetaMask’s audited delegator');
    expect(start(review({ atomic: 'offered' }, { plan: PLAN }))?.name).toBe('Start step 1 of 2');
    const oneStep = review({ atomic: 'offered', allowance: tokenAmount(50000000000n) });
    expect(wordsOf(oneStep)).not.toContain('Confirm once');
  });

  it('leads to a single approval once the user has accepted one confirmation', () => {
    const html = review({ atomic: 'offered' }, { plan: PLAN, usesSmartAccounts: true });
    expect(wordsOf(html)).not.toContain('Confirm once');
    expect(start(html)?.name).toBe('Continue to approval');
  });

  it('shows a seller the locked and the received amount', () => {
    const shown = wordsOf(review({ ...SELL, allowance: tokenAmount(50000000000n) }));
    expect(shown).toContain('Sell 1 × ETH put');
    expect(shown).toMatch(/You lock 2,500 USDC and receive 4[01]\.\d\d USDC\./);
  });

  it.each<[string, Partial<TicketView>]>([
    ['has ended', { quoteEnds: 1 }],
    ['isn’t in the feed any more', { isLive: false }],
    ['a check refuses', { refusedBy: 'signature' }],
  ])('disables the start of a fill for an order that %s', (_, change) => {
    expect(start(review({ allowance: tokenAmount(50000000000n), ...change }))?.isDisabled).toBe(
      true,
    );
  });

  it('prevents a second start, and says why a start failed', () => {
    const html = review(
      { allowance: tokenAmount(50000000000n) },
      { isStarting: true, problem: 'No answer.' },
    );
    expect(start(html)?.isDisabled).toBe(true);
    expect(wordsOf(html)).toContain('No answer.');
    expect(html).toContain('role="alert"');
  });

  it('disables the start for an account that is only watched', () => {
    const html = review({ canSign: false, allowance: tokenAmount(50000000000n) });
    expect(wordsOf(html)).toContain(
      'Condor only watches this account, so you can’t trade with it.',
    );
    expect(start(html)?.isDisabled).toBe(true);
  });

  it('describes the review of a fill in German, with German number marks', () => {
    const german = wordsOf(inGerman(() => review({}, { plan: PLAN })));
    expect(german).toContain('41,60 USDC');
    expect(german).not.toContain('You pay');
  });
});

describe('the obstacles to a fill', () => {
  const obstacle = (change: Partial<TicketView>, amount?: bigint) => {
    const { ticket, page } = parts({ ...BUY, ...change }, amount);
    return wordsOf(onPage(<Obstacle ticket={ticket} page={page} />));
  };

  it.each<[string, Partial<TicketView>, bigint | undefined, string]>([
    ['no size', {}, 0n, 'Enter a size.'],
    [
      'no money',
      { balance: tokenAmount(0n) },
      undefined,
      'This account has no USDC, so it can’t fill this order.',
    ],
    [
      'too little money',
      { balance: tokenAmount(1000000n) },
      undefined,
      'You have 1.00 USDC and need 41.60 USDC.',
    ],
    [
      'a budget that is too small',
      { budgetLeft: tokenAmount(1000000n) },
      900_000_000_000n,
      'The maker’s budget allows up to',
    ],
    [
      'an unread budget',
      { isBudgetRead: false },
      undefined,
      'The network doesn’t respond, so Condor doesn’t know the budget',
    ],
    ['unfinished checks', { isChecked: false }, undefined, 'Checking the order…'],
  ])('names the obstacle to a fill: %s', (_, change, amount, text) => {
    expect(obstacle(change, amount)).toContain(text);
  });

  it('shows no obstacle when the order can be filled', () => {
    expect(obstacle({})).toBe('');
  });
});

describe('the figures of a ticket', () => {
  const figures = (change: Partial<TicketView> = {}) => {
    const { ticket, page } = parts({ ...BUY, ...change });
    return onPage(<Figures ticket={ticket} page={page} />);
  };
  const names = (html: string) => factsOf(html).map(([name]) => name);
  const value = (html: string, name: string) => new Map(factsOf(html)).get(name);

  it('shows gain and loss first, each with a sign, and then the break-even price', () => {
    const [profit, loss, breakEven] = factsOf(figures());
    expect(profit).toEqual(['Max profit', expect.stringMatching(/^\+2,45\d\.\d\d USDC$/)]);
    expect(loss).toEqual(['Max loss', expect.stringMatching(/^−4[12]\.\d\d USDC$/)]);
    expect(breakEven).toEqual(['Break-even', expect.stringMatching(/^\$2,45\d/)]);
  });

  it('shows leverage and payout to a buyer, and yield and collateral to a seller', () => {
    expect(names(figures())).toEqual(expect.arrayContaining(['Leverage', 'Max payout']));
    expect(names(figures())).not.toContain('Collateral you lock');
    const seller = names(figures({ side: 'sell' }));
    expect(seller).toEqual(expect.arrayContaining(['Yield until expiry', 'Collateral you lock']));
    expect(seller).not.toContain('Leverage');
  });

  it('shows gamma for a price move of one percent', () => {
    const greeks = { delta: 0.4, gamma: 0.002, theta: -7, vega: 1 };
    const model = { volatility: 0.6, volatilityFrom: 'price', greeks, from: 'model' } as const;
    const spot = { price: price8(250_000_000_000n), source: 'chain' } as const;
    expect(factsOf(figures({ model, spot }))).toContainEqual(['Gamma', '+0.05']);
  });

  it('shows no gain or loss when the contract computes a payoff that Condor doesn’t expect', () => {
    const shown = names(figures({ payoff: 'differs' }));
    for (const name of [
      'Max profit',
      'Max loss',
      'Break-even',
      'Max payout',
      'Probability of profit',
    ])
      expect(shown).not.toContain(name);
    expect(shown).toContain('Premium you pay');
  });

  it('shows a dash for a budget that wasn’t read', () => {
    expect(value(figures({ isBudgetRead: false }), 'Maker’s budget left')).toBe('—');
    expect(value(figures(), 'Maker’s budget left')).not.toBe('—');
  });

  it('shows the referrer and its share, or that the referrer earns nothing', () => {
    const referrer = `0x${'9e'.repeat(20)}`;
    expect(value(figures(), 'Referrer')).toBe('None');
    expect(value(figures({ referrer, referrerBps: 1_000 }), 'Referrer')).toBe(
      '0x9e9e…9e9e earns 10% of the fee',
    );
    expect(value(figures({ referrer, referrerBps: 0 }), 'Referrer')).toContain('earns nothing');
    expect(value(figures({ referrer }), 'Referrer')).toBe('0x9e9e…9e9e');
  });
});
