import { describe, expect, it } from 'vitest';
import { TransactionCard } from '../../../components/approvals/TransactionCard.tsx';
import type { TransactionView } from '../../../shared/messages/approval-view.ts';
import { TRANSACTIONS } from '../../gallery/samples/approvals.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

const { fill: FILL = expect.unreachable(), 'fill-in-one-batch': BATCH = expect.unreachable() } =
  TRANSACTIONS;

const card = (view: TransactionView) =>
  onPage(
    <TransactionCard
      {...FRAME_ACTIONS}
      view={view}
      onSend={() => undefined}
      onAllowance={async () => undefined}
    />,
  );
const words = (view: TransactionView) => wordsOf(card(view));

describe('a fill that is confirmed', () => {
  it('shows max loss, max profit, break-even and expiry of a fill first', () => {
    const [loss, profit, breakEven, expiry] = factsOf(card(FILL));
    expect(loss).toEqual(['Max loss', '−42 USDC']);
    expect(profit).toEqual(['Max profit', '+2,458 USDC']);
    expect(breakEven).toEqual(['Break-even', '$2,458']);
    expect(expiry?.[0]).toBe('Expires');
  });

  it('shows outgoing amounts before incoming ones', () => {
    const shown = words(FILL);
    expect(shown).toMatch(/You send .*41\.6 USDC premium .*You receive .*a new option contract/);
  });

  it('shows the name and the balance of the account that signs', () => {
    expect(words(FILL)).toContain('From Savings (0x7099…79C8), balance 1.42 ETH');
    const { balance: _unread, ...unread } = FILL;
    expect(words(unread)).toContain('From Savings (0x7099…79C8) ');
    expect(words(unread)).not.toContain('balance 1.42');
  });

  it('shows the bytes to sign, which can be copied', () => {
    expect(words(FILL)).toContain('Raw data');
    expect(words(FILL)).toContain('0x12345678');
    expect(buttonNamesOf(card(FILL)).filter((name) => name.startsWith('Copy '))).not.toEqual([]);
  });

  it('shows the facts of a fill in German, with German number marks', () => {
    const german = wordsOf(inGerman(() => card(FILL)));
    expect(german).toContain('+2.458 USDC');
    expect(german).not.toContain('Max loss');
  });
});

describe('the sequence of a review', () => {
  it('shows site, action, balance changes, fee, raw data, account, Reject and Confirm in this order', () => {
    const shown = words(FILL);
    const slots = [
      ...['app.example', 'Buy 1 × ETH put', 'You send', 'Max network fee', 'Raw data'],
      ...['From Savings', 'Reject', 'Confirm'],
    ];
    const places = slots.map((slot) => shown.indexOf(slot));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('the result of a simulation', () => {
  it('shows at which block a transaction was simulated, and whether balances change', () => {
    expect(words(FILL)).toContain(
      'Simulated at block 21000000: it would succeed with these changes.',
    );
    expect(words({ ...FILL, leaves: [], arrives: [] })).toContain(
      'By itself, it doesn’t change your balances.',
    );
  });

  it('says that the network didn’t respond to the simulation', () => {
    expect(words({ ...FILL, simulation: { outcome: 'unknown' } })).toContain(
      'The network didn’t respond, so Condor couldn’t simulate this.',
    );
  });
});

describe('several transactions in one review', () => {
  it('numbers the steps in the order of sending, and describes each step', () => {
    const html = card(BATCH);
    expect(wordsOf(html)).toContain('2 transactions, one after another');
    const steps = [...html.matchAll(/<li[^>]*><h2[^>]*>(.*?)<\/h2>/gs)].map(([, title = '']) =>
      wordsOf(title),
    );
    expect(steps).toEqual(['Step 1: Allow 0xc0c0…c0c0 to take 42 USDC', 'Step 2: Buy 1 × ETH put']);
  });

  it('shows the bytes of each step, and doesn’t offer to edit an allowance', () => {
    const html = card(BATCH);
    expect(wordsOf(html)).toContain('Raw data of step 1');
    expect(wordsOf(html)).toContain('Raw data of step 2');
    expect(buttonNamesOf(html)).not.toContain('Edit amount');
  });

  it('shows a single checkbox for all transactions of a request', () => {
    expect(card(BATCH).match(/type="checkbox"/g)).toHaveLength(1);
  });

  it('asks for a single acknowledgement when two steps have a danger in common', () => {
    const [approval = expect.unreachable()] = BATCH.steps;
    const html = card({ ...BATCH, steps: [approval, { ...approval, number: 2 }] });
    const [label, ...others] = [...html.matchAll(/<label data-warning.*?<\/label>/gs)].map(
      ([found]) => wordsOf(found),
    );
    expect(others).toEqual([]);
    expect(label).toMatch(/^I understand that 0xc0c0…c0c0 can take 42 USDC/);
    expect(label?.split('can take')).toHaveLength(2);
  });
});

describe('a transaction that replaces another', () => {
  const replaced = (change: Partial<NonNullable<TransactionView['replaced']>>) =>
    card({
      ...FILL,
      replaced: { what: { kind: 'payout' }, isCancelled: false, total: '9000000000000', ...change },
    });

  it('says that a transaction is sped up, and shows the previous and the new maximum fee', () => {
    const html = replaced({});
    expect(wordsOf(html)).toContain('Transaction to speed up');
    expect(factsOf(html).slice(0, 2)).toEqual([
      ['Previous max fee', '0.000009 ETH'],
      ['New max fee', '$0.04'],
    ]);
    expect(wordsOf(html)).toContain('Only one of the two transactions can be mined.');
  });

  it('says that the transaction cancels another one', () => {
    expect(wordsOf(replaced({ isCancelled: true }))).toContain('Transaction to cancel');
  });

  it('shows a dash for the unknown fee of the replaced transaction', () => {
    const view = { ...FILL, replaced: { what: { kind: 'payout' }, isCancelled: false } } as const;
    expect(factsOf(card(view))[0]).toEqual(['Previous max fee', '–']);
  });
});
