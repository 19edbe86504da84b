import { describe, expect, it } from 'vitest';
import { describeRow } from '../../../components/approvals/describe-rows.ts';
import { Figures } from '../../../components/screens/trade/ticket/Figures.tsx';
import { Obstacle } from '../../../components/screens/trade/ticket/Obstacle.tsx';
import { ticketOf, ticketPage } from '../../../components/screens/trade/ticket/ticket-model.ts';
import type { TicketView } from '../../../shared/messages/ticket.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';

/** A put that the taker sells for more than it can ever cost. */
const LURE: TicketView = {
  digest: '0x1',
  account: '0x2',
  product: 'PUT',
  asset: 'ETH',
  side: 'sell',
  strikes: ['200000000000'],
  price: '300000000000',
  expiry: 2_000_000_000,
  quoteEnds: 2_000_000_000,
  token: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', decimals: 6 },
  isChecked: true,
  budgetLeft: '1000000000000',
  isBudgetRead: true,
  maker: '0x3',
  referrer: '0x0000000000000000000000000000000000000000',
  payoff: 'agrees',
  canSign: true,
  isLive: true,
  feedAt: 0,
  balance: '5000000000',
  allowance: '0',
};

function pageOf(view: TicketView, amount = 1_000_000n) {
  const ticket = ticketOf(view) ?? expect.unreachable();
  return { ticket, page: ticketPage(ticket, { by: 'contracts', amount }) };
}

const words = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('a quote that gains at every price', () => {
  it('shows no max loss instead of one with a plus sign, and recognizes the sure gain', () => {
    const { ticket, page } = pageOf(LURE);
    expect(page.isGainEverywhere).toBe(true);
    const read = () => words(onPage(<Figures ticket={ticket} page={page} />));
    expect(read()).toContain('Max loss None: gains in every case');
    expect(inGerman(read)).toContain('Keiner: Gewinn in jedem Fall');
    expect(pageOf({ ...LURE, price: '4000000000' }).page.isGainEverywhere).toBe(false);
  });

  it('shows no max loss in an approval window either', () => {
    const amount = {
      token: { address: LURE.token.address, symbol: 'USDC', decimals: 6 },
      units: '-1500000',
    };
    expect(describeRow({ label: 'maxLoss', value: { kind: 'amount', amount } }).value).toBe(
      'None: gains in every case',
    );
  });
});

describe('an account without any money for an order', () => {
  it.each([0n, 1_000_000n])(
    'leads to the money that the fill needs, whatever the size (%d)',
    (amount) => {
      const { ticket, page } = pageOf({ ...LURE, balance: '0' }, amount);
      expect(words(onPage(<Obstacle ticket={ticket} page={page} />))).toContain(
        'Receive USDC on Base, and a little ETH for network fees.',
      );
    },
  );
});
