import { expect, it } from 'vitest';
import { OrderTicketView } from '../../../components/screens/trade/ticket/OrderTicket.tsx';
import { ticketOf, ticketPage } from '../../../components/screens/trade/ticket/ticket-model.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { digestOf, ticketOf as sampleTicket } from '../../gallery/samples/market.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, buttonsOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof OrderTicketView>[0];

const ignore = () => undefined;
const idle = {
  run: async () => true,
  ...{ isRunning: false, isDone: false, problem: undefined, clear: ignore },
};
const LATER = Math.floor(Date.now() / 1000) + 86_400;
const ticket =
  ticketOf({
    ...(await sampleTicket(digestOf('PUT', 'buy'))),
    ...{ expiry: LATER + 86_400, quoteEnds: LATER, isLive: true },
    ...{ budgetLeft: tokenAmount(50_000_000_000n), allowance: tokenAmount(50_000_000_000n) },
  }) ?? expect.unreachable();
const size = { by: 'contracts', amount: 1_000_000n } as const;
const TICKET: Shown = {
  digest: ticket.view.digest,
  ...{ ticket, size, page: ticketPage(ticket, size), shownPrice: ticket.view.price },
  ...{ isReviewing: false, wasReviewed: false, isReading: false, isChanging: false },
  ...{ error: null, fillId: undefined, start: idle },
  ...{ setSize: ignore, follow: ignore, takeNewer: ignore, review: ignore },
  ...{ leaveReview: ignore, again: ignore, onBack: ignore, onFilled: ignore },
};
const page = (change: Partial<Shown> = {}) =>
  onPage(<OrderTicketView {...TICKET} {...change} />, snapshotWith({}));
const unread = { ticket: undefined, page: undefined, size: undefined };

it('the ticket’s last button leads to the review, and the review’s last button to the approval', () => {
  expect(buttonsOf(page()).at(-1)).toMatchObject({ isDisabled: false });
  expect(buttonsOf(page()).at(-1)?.name).toMatch(/^Review/);
  expect(buttonsOf(page({ isReviewing: true })).at(-1)?.name).toBe('Continue to approval');
});

it('disables the review’s button while a newer quote is read or the fill starts', () => {
  const isDisabled = (change: Partial<Shown>) =>
    buttonsOf(page({ isReviewing: true, ...change })).at(-1)?.isDisabled;
  expect(isDisabled({})).toBe(false);
  expect(isDisabled({ isChanging: true })).toBe(true);
  expect(isDisabled({ start: { ...idle, isRunning: true } })).toBe(true);
});

it('shows in the review why the fill couldn’t start', () => {
  const start = { ...idle, problem: 'The vault is locked.' };
  expect(wordsOf(page({ isReviewing: true, start }))).toContain('The vault is locked.');
});

it('shows why a ticket couldn’t be read, and links back to the orders', () => {
  const error = new Error('The feed didn’t respond.');
  const html = page({ ...unread, error });
  expect(wordsOf(html)).toContain('The feed didn’t respond.');
  expect(buttonNamesOf(html)).toContain('Back to orders');
  expect(buttonNamesOf(page({ ...unread, isReading: true }))).not.toContain('Back to orders');
});

it('keeps a ticket’s figures and shows the failure when the ticket couldn’t be refreshed', () => {
  const html = page({ error: new Error('No answer.') });
  expect(wordsOf(html)).toContain('No answer.');
  expect(buttonsOf(html).at(-1)?.name).toMatch(/^Review/);
});
