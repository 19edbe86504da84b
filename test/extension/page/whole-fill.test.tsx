import { describe, expect, it } from 'vitest';
import { SizeFields } from '../../../components/screens/trade/ticket/SizeFields.tsx';
import { ticketOf, ticketPage } from '../../../components/screens/trade/ticket/ticket-model.ts';
import { wholeWorth } from '../../../components/screens/trade/ticket/ticket-texts.ts';
import { WholeFill } from '../../../components/screens/trade/ticket/WholeFill.tsx';
import type { FillPlanView, FundsView, TicketView } from '../../../shared/messages/ticket.ts';
import { contracts, price8, tokenAmount, wei } from '../../../shared/units.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';

const FUNDS: FundsView = {
  wanted: 'receipt',
  ether: wei(0n),
  asset: tokenAmount(5000000000n),
  receipt: tokenAmount(0n),
  canSupply: true,
  canWithdraw: true,
  liquidity: tokenAmount(1000000000000n),
  poolAllowance: tokenAmount(0n),
  rateBps: 310,
};
const PUT: TicketView = {
  digest: '0x1',
  account: '0x2',
  product: 'PUT',
  asset: 'ETH',
  side: 'sell',
  strikes: [price8(200000000000n)],
  price: price8(4000000000n),
  expiry: 2_000_000_000,
  quoteEnds: 2_000_000_000,
  token: {
    address: '0x4e65fE4DbA92790696d040ac24Aa414708F5c0AB',
    symbol: 'aBasUSDC',
    decimals: 6,
  },
  isChecked: true,
  budgetLeft: tokenAmount(1000000000000n),
  isBudgetRead: true,
  maker: '0x3',
  referrer: '0x0000000000000000000000000000000000000000',
  payoff: 'agrees',
  canSign: true,
  isLive: true,
  feedAt: 0,
  funds: FUNDS,
  balance: tokenAmount(0n),
  allowance: tokenAmount(0n),
};
const PLAN: FillPlanView = {
  contracts: contracts(1000000n),
  wanted: 'receipt',
  preparations: [
    { kind: 'allow pool', amount: 1963440008n },
    { kind: 'supply', amount: 1963440008n },
    { kind: 'allow book', amount: 2000000005n },
  ],
  change: { ether: 0n, asset: -1963440008n, receipt: 3340008n },
  collateral: tokenAmount(2000000000n),
  premium: tokenAmount(40000000n),
  receives: tokenAmount(39900000n),
  fee: wei(20000000000000n),
};

const whole = (view: TicketView, plan: FillPlanView) => {
  const ticket = ticketOf(view);
  if (ticket === undefined) return expect.unreachable();
  const { picture } = ticketPage(ticket, { by: 'contracts', amount: 1_000_000n });
  const html = onPage(<WholeFill ticket={ticket} plan={plan} picture={picture} />);
  return { html, words: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') };
};

describe('the summary of a fill with several steps', () => {
  it('shows the payoff, and the amounts that a fill sends, receives, locks and lends', () => {
    const { html, words } = whole(PUT, PLAN);
    expect(words).toContain('All 4 steps together');
    expect(words).toContain(
      'You send 1,963.45 USDC at most 0.00002 ETH network fees of all steps at current prices',
    );
    expect(words).toContain(
      'You receive 1 × ETH Put a new option contract with you as the seller 39.90 USDC premium after the fee',
    );
    expect(words).toContain('Collateral locked 2,000.00 USDC');
    expect(words).toContain('3.34 USDC stays lent out through Aave');
    expect(words).not.toContain('aBas');
    expect(html).toContain('role="slider"');
  });

  it('shows the summary of a fill in German', () => {
    const { words } = inGerman(() => whole(PUT, PLAN));
    expect(words).toContain('Alle 4 Schritte zusammen');
    expect(words).toContain('Sie senden 1.963,45 USDC höchstens 0,00002 ETH');
    expect(words).toContain('3,34 USDC bleiben über Aave verliehen');
  });

  it('when pool receipts pay for a fill, shows them as lent money, and doesn’t mention remaining receipts if none remain', () => {
    const change = { ether: 0n, asset: -1500000000n, receipt: -460100000n };
    const { fee: _fee, ...plan } = { ...PLAN, change };
    const { words } = whole(PUT, plan);
    expect(words).toContain('1,500.00 USDC 460.10 USDC lent out through Aave plus network fees');
    expect(words).not.toContain('stays');
  });

  it('shows a buyer’s premium as the amount that the fill sends', () => {
    const buy: TicketView = {
      ...PUT,
      side: 'buy',
      funds: { ...FUNDS, receipt: tokenAmount(5000000000n) },
    };
    const change = { ether: 0n, asset: 0n, receipt: -40000000n };
    const { words } = whole(buy, { ...PLAN, receives: tokenAmount(0n), change });
    expect(words).toContain('You send 40.00 USDC lent out through Aave');
    expect(words).toContain('a new option contract with you as the buyer');
    expect(words).not.toContain('Collateral locked');
  });
});

describe('the size of a ticket', () => {
  const CALL: TicketView = {
    ...PUT,
    product: 'INVERSE_CALL',
    token: {
      address: '0xD4a0e0b9149BCee3C920d2E00b5dE09138fd8bb7',
      symbol: 'aBasWETH',
      decimals: 18,
    },
    price: price8(500000n),
    budgetLeft: tokenAmount(1000000000000000000000n),
  };
  const note = (funds: Partial<FundsView>) => {
    const ticket = ticketOf({ ...CALL, funds: { ...FUNDS, asset: tokenAmount(0n), ...funds } });
    if (ticket === undefined) return expect.unreachable();
    const size = { by: 'contracts', amount: 10n ** 18n } as const;
    const page = ticketPage(ticket, size);
    return onPage(
      <SizeFields ticket={ticket} page={page} size={size} onSize={() => undefined} />,
    ).replaceAll(/<[^>]+>/g, ' ');
  };

  it('shows in which form the account holds the money for a ticket', () => {
    expect(note({ ether: wei(9999990000000000000000n) })).toContain('9,999.99 ETH');
    expect(note({ asset: tokenAmount(2000000000000000000n) })).toContain('2 WETH');
    expect(note({ receipt: tokenAmount(2000000000000000000n) })).toContain('2 WETH');
    const both = { ether: wei(2000000000000000000n), receipt: tokenAmount(1000000000000000000n) };
    expect(note(both)).toContain('3 in ETH and WETH');
    expect(inGerman(() => note(both))).toContain('3 in ETH und WETH');
  });
});

describe('a step of the review', () => {
  it('describes locked receipts of a pool with the symbol of their asset', () => {
    const receipts = { symbol: 'aBasWETH', decimals: 18 };
    expect(wholeWorth(5n * 10n ** 17n, receipts)).toBe('0.5 WETH (lent out through Aave)');
    expect(inGerman(() => wholeWorth(5n * 10n ** 17n, receipts))).toBe(
      '0,5 WETH (über Aave verliehen)',
    );
    expect(wholeWorth(5n, { symbol: 'USDC', decimals: 6 })).toBe('0.000005 USDC');
  });
});
