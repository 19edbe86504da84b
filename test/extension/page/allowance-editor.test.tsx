import { describe, expect, it } from 'vitest';
import { AllowanceEditor } from '../../../components/approvals/AllowanceEditor.tsx';
import type { AllowanceEdit } from '../../../components/approvals/allowance-edit.ts';
import { TransactionCard } from '../../../components/approvals/TransactionCard.tsx';
import type { TransactionView } from '../../../shared/messages/approval-view.ts';
import { TRANSACTIONS } from '../../gallery/samples/approvals.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, buttonsOf, wordsOf } from '../helpers/read-markup.ts';

const ignore = () => undefined;
const { 'allowance-limited': LIMITED, 'allowance-unlimited': UNLIMITED } = TRANSACTIONS;

const card = (view: TransactionView | undefined) =>
  onPage(
    <TransactionCard
      {...FRAME_ACTIONS}
      view={view ?? expect.unreachable()}
      onSend={ignore}
      onAllowance={async () => undefined}
    />,
  );

describe('the allowance of a request', () => {
  it('offers to edit the amount that a site asks for', () => {
    const html = card(LIMITED);
    expect(buttonNamesOf(html)).toContain('Edit amount');
    expect(html).not.toContain('inputMode="decimal"');
    expect(wordsOf(html)).toContain('can take 42');
  });

  it('shows the field for the amount without a click when a site requests an unlimited allowance', () => {
    const html = card(UNLIMITED);
    expect(buttonNamesOf(html)).not.toContain('Edit amount');
    expect(wordsOf(html)).toContain('Spending limit (USDC)');
    expect(buttonsOf(html)).toContainEqual({ name: 'Use this amount', isDisabled: true });
    expect(wordsOf(html)).not.toContain('haven’t applied it');
  });

  it('asks for the user’s consent with a checkbox, for a limited and for an unlimited allowance', () => {
    expect(card(LIMITED)).toContain('type="checkbox"');
    expect(card(UNLIMITED)).toContain('type="checkbox"');
  });

  it('doesn’t let the user change the amount for an action of the wallet itself', () => {
    const { origin: _site, ...own } = LIMITED ?? expect.unreachable();
    expect(buttonNamesOf(card(own))).not.toContain('Edit amount');
  });
});

describe('the field of an allowance', () => {
  const field = (edit: Partial<AllowanceEdit>, symbol?: string) =>
    onPage(
      <AllowanceEditor
        allowance={{
          amount: '42000000',
          isUnlimited: false,
          decimals: 6,
          ...(symbol && { symbol }),
        }}
        edit={{
          ...{ isOpen: true, isUnused: false, text: '', units: undefined },
          ...{ open: ignore, type: ignore, use: ignore },
          ...edit,
        }}
        onChange={async () => undefined}
      />,
    );

  it('offers to use a valid amount, and says that the site can’t take more than this amount', () => {
    const html = field({ text: '10', units: '10000000' }, 'USDC');
    expect(buttonsOf(html)).toEqual([{ name: 'Use this amount', isDisabled: false }]);
    expect(wordsOf(html)).toContain('The site can’t take more than this. It can ask you again.');
  });

  it('explains why a typed text can’t be read as an amount, and disables the button that would use the text', () => {
    const html = field({ text: 'ten' }, 'USDC');
    expect(wordsOf(html)).toContain(
      'This isn’t a valid number. Enter it without thousands separators, such as 1250.5.',
    );
    expect(html).toContain('aria-invalid="true"');
    expect(buttonsOf(html)).toEqual([{ name: 'Use this amount', isDisabled: true }]);
  });

  it('shows no error for an empty field', () => {
    expect(field({}, 'USDC')).toContain('aria-invalid="false"');
  });

  it('asks the user for an amount in base units when the token has no name', () => {
    expect(wordsOf(field({}))).toMatch(/Spending limit \(units/);
  });
});
