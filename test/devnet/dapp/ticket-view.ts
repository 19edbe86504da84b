import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Feed, FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { say } from './activity.ts';
import { byId, element } from './dom.ts';
import { amount, explain, nameOf, time } from './format.ts';
import { freshen, isWorse, spotOf } from './market.ts';
import type { Session } from './session.ts';
import {
  largestSize,
  missingAllowance,
  type Sized,
  sendApproval,
  sendFill,
  size,
} from './ticket.ts';

const FIRST_SIZE = '0.01';

interface TicketInput {
  readonly entry: FeedEntry;
  readonly feed: Feed;
  readonly session: Session;
  readonly reloadFeed: () => Promise<Feed>;
  readonly onFilled: () => void;
}

/** Opens the dialog in which the user chooses a size, approves exactly that amount, and fills. */
export function openTicket({ entry, feed, session, reloadFeed, onFilled }: TicketInput): void {
  const dialog = byId('ticket', HTMLDialogElement);
  let current = entry;
  let latest = feed;

  const facts = element('dl', { 'data-testid': 'ticket-facts' });
  const message = element('p', {
    class: 'message',
    'data-testid': 'ticket-message',
    role: 'status',
  });
  const input = element('input', {
    inputmode: 'decimal',
    autocomplete: 'off',
    value: FIRST_SIZE,
    'data-testid': 'contracts',
  });
  const limit = element('span', { class: 'muted', 'data-testid': 'ticket-limit' });
  const approve = element('button', { type: 'button', 'data-testid': 'approve' }, 'Approve');
  const fill = element('button', { type: 'button', 'data-testid': 'fill' }, 'Fill');
  const cancel = element(
    'button',
    { type: 'button', class: 'quiet', 'data-testid': 'ticket-close' },
    'Close',
  );

  const tell = (mood: string, text: string) => {
    message.className = `message ${mood}`;
    message.textContent = text;
  };
  const sized = () => size(current, input.value, spotOf(latest, current));

  async function show(): Promise<void> {
    const chosen = sized();
    facts.replaceChildren(...(chosen === undefined ? [] : factsOf(current, chosen)));
    fill.disabled = true;
    approve.disabled = true;
    if (chosen === undefined) return tell('bad', 'Type how many contracts, such as 0.05.');
    const { allowance } = chosen.quote;
    const missing = await missingAllowance(session, current, allowance);
    if (sized()?.contracts !== chosen.contracts) return;
    approve.textContent = `Approve ${amount(allowance, chosen.decimals, chosen.symbol, 18)}`;
    approve.disabled = missing === 0n;
    fill.disabled = missing > 0n;
    tell(
      '',
      missing > 0n ? 'First let the book take exactly this much.' : 'Approved: ready to fill.',
    );
  }

  /** Runs one action at a time. Shows errors in the dialog and in the list below it. */
  async function attempt(doing: string, work: () => Promise<void>): Promise<void> {
    approve.disabled = true;
    fill.disabled = true;
    tell('', `${doing} Look at your wallet…`);
    try {
      await work();
    } catch (error) {
      await show().catch(() => undefined);
      tell('bad', explain(error));
      say('bad', `${doing} ${explain(error)}`);
    }
  }

  /** Returns true if the shown quote can be filled. Otherwise shows the quote that replaces it. */
  async function isStillFresh(): Promise<boolean> {
    latest = await reloadFeed();
    const fresh = freshen(current, latest);
    if (fresh === undefined) throw new Error('Nobody quotes this option any more. Take another.');
    const isPriceWorse = isWorse(fresh, current);
    current = fresh;
    if (!isPriceWorse) return true;
    await show();
    tell('bad', 'The price has moved against you meanwhile: look at it, then press Fill again.');
    return false;
  }

  approve.addEventListener('click', () => {
    const chosen = sized();
    if (chosen === undefined) return;
    void attempt('Approving.', async () => {
      await sendApproval(session, current, chosen.quote.allowance);
      const { decimals, symbol, quote } = chosen;
      say('good', `The book may take ${amount(quote.allowance, decimals, symbol, 18)}.`);
      await show();
    });
  });

  fill.addEventListener('click', () => {
    void attempt('Filling.', async () => {
      if (!(await isStillFresh())) return;
      const chosen = sized();
      if (chosen === undefined) return show();
      const { hash, option } = await sendFill(session, current, chosen.contracts);
      const { takerSide } = describeOrder(current.order);
      say('good', `${takerSide === 'buy' ? 'Bought' : 'Sold'}: ${nameOf(current.order)}.`, {
        option: `Option contract ${option}.`,
        hash: `Transaction ${hash}.`,
      });
      dialog.close();
      onFilled();
    });
  });

  input.addEventListener('input', () => void show().catch((error) => tell('bad', explain(error))));
  cancel.addEventListener('click', () => dialog.close());
  dialog.replaceChildren(
    element('h2', { id: 'ticket-title', 'data-testid': 'ticket-title' }, nameOf(current.order)),
    element('p', { class: 'muted' }, `Expires ${time(current.order.expiry)}`),
    element('label', {}, 'Contracts', input, limit),
    facts,
    message,
    element('div', { class: 'buttons' }, approve, fill, cancel),
  );
  dialog.showModal();
  void show().catch((error: unknown) => tell('bad', explain(error)));
  void largestSize(session, current).then(
    (most) => {
      const { collateral } = describeOrder(current.order);
      limit.textContent = `At most ${amount(most, collateral?.decimals ?? 0, 'contracts')}`;
    },
    () => {
      limit.textContent = 'The most is not known now.';
    },
  );
}

function factsOf({ order }: FeedEntry, { quote, decimals, symbol }: Sized): HTMLElement[] {
  const show = (value: bigint) => amount(value, decimals, symbol, decimals);
  const lines: readonly (readonly [string, string])[] =
    quote.side === 'buy'
      ? [
          ['You pay', show(quote.pays)],
          ['Fee inside it', show(quote.fee)],
          ['You can get at most', show(quote.maxPayoff)],
          ['You can lose at most', show(quote.curve.maxLoss)],
        ]
      : [
          ['You receive', show(quote.receives)],
          ['Fee kept from the premium', show(quote.fee)],
          ['You lock', show(quote.collateral)],
          ['You can lose at most', show(quote.curve.maxLoss)],
        ];
  return [['Price per contract', amount(order.price, 8, symbol, 8)] as const, ...lines].flatMap(
    ([name, value]) => [element('dt', {}, name), element('dd', {}, value)],
  );
}
