import { describe, expect, it } from 'vitest';
import { describeRow } from '../../../components/approvals/describe-rows.ts';
import { Figures } from '../../../components/screens/trade/ticket/Figures.tsx';
import { Obstacle } from '../../../components/screens/trade/ticket/Obstacle.tsx';
import { ticketOf, ticketPage } from '../../../components/screens/trade/ticket/ticket-model.ts';
import type { TicketView } from '../../../shared/messages/ticket.ts';
import { price8, tokenAmount } from '../../../shared/units.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';

/** A put that the taker sells for more than it can ever cost. */
const LURE: TicketView = {
  digest: '0x1',
  account: '0x2',
  product: 'PUT',
  asset: 'ETH',
  side: 'sell',
  strikes: [price8(200000000000n)],
  price: price8(300000000000n),
  expiry: 2_000_000_000,
  quoteEnds: 2_000_000_000,
  token: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', decimals: 6 },
  isChecked: true,
  budgetLeft: tokenAmount(1000000000000n),
  isBudgetRead: true,
  maker: '0x3',
  referrer: '0x0000000000000000000000000000000000000000',
  payoff: 'agrees',
  canSign: true,
  isLive: true,
  feedAt: 0,
  balance: tokenAmount(5000000000n),
  allowance: tokenAmount(0n),
};

function pageOf(view: TicketView, amount = 1_000_000n) {
  const ticket = ticketOf(view) ?? expect.unreachable();
  return { ticket, page: ticketPage(ticket, { by: 'contracts', amount }) };
}

const words = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('a quote that gains at every price', () => {
  it('shows “None” as max loss in the ticket instead of a negative loss', () => {
    const { ticket, page } = pageOf(LURE);
    expect(page.isGainEverywhere).toBe(true);
    const read = () => words(onPage(<Figures ticket={ticket} page={page} />));
    expect(read()).toContain('Max loss None: gains in every case');
    expect(inGerman(read)).toContain('Keiner: Gewinn in jedem Fall');
    expect(pageOf({ ...LURE, price: price8(4000000000n) }).page.isGainEverywhere).toBe(false);
  });

  it('shows “None” as max loss in an approval window too', () => {
    const amount = {
      token: { address: LURE.token.address, symbol: 'USDC', decimals: 6 },
      units: '-1500000',
    };
    expect(describeRow({ label: 'maxLoss', value: { kind: 'amount', amount } }).value).toBe(
      'None: gains in every case',
    );
  });
});

describe('an account without money for an order', () => {
  it.each([0n, 1_000_000n])(
    'names the token that the user must receive first when the account lacks the money for %d millionths of a contract',
    (amount) => {
      const { ticket, page } = pageOf({ ...LURE, balance: tokenAmount(0n) }, amount);
      expect(words(onPage(<Obstacle ticket={ticket} page={page} />))).toContain(
        'Receive USDC on Base, and a little ETH for network fees.',
      );
    },
  );
});
