import { expect, it } from 'vitest';
import {
  type AllowanceView,
  allowanceKey,
  byStake,
  isAllSearched,
} from '../../../shared/messages/allowances.ts';

const ACCOUNT = `0x${'11'.repeat(20)}`;

function view(name: string, members: Partial<AllowanceView> = {}): AllowanceView {
  return {
    ...{ chainId: 8453, account: ACCOUNT, kind: 'token', spender: `0x${'22'.repeat(20)}` },
    ...{ token: { address: `0x${'33'.repeat(20)}`, symbol: name } },
    ...{ spenderKind: 'contract', stake: '5', canRevoke: true, isUnproven: false },
    ...members,
  };
}

it('sorts allowances by dollars at risk, then takeable amounts first, then personal accounts first, and unproven ones last', () => {
  const rows = [
    view('spam', { isUnproven: true, usdCents: '999999999' }),
    view('idle', { stake: '0' }),
    view('book', { spenderKind: 'book' }),
    view('person', { spenderKind: 'person' }),
    view('contract'),
    view('ten dollars', { usdCents: '1000' }),
    view('nine dollars', { usdCents: '900', spenderKind: 'person' }),
    view('unknown stake', { stake: undefined } as object),
  ];
  expect(rows.sort(byStake).map(({ token }) => token.symbol)).toEqual([
    'ten dollars',
    'nine dollars',
    'person',
    'contract',
    'unknown stake',
    'book',
    'idle',
    'spam',
  ]);
});

it('uses one key for all spenders of a collectible, but a separate key for each spender of a token', () => {
  const ref = { chainId: 1, account: ACCOUNT, token: ACCOUNT, item: '7' };
  const keys = (kind: AllowanceView['kind']) =>
    new Set(
      [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`].map((spender) =>
        allowanceKey({ ...ref, kind, spender }),
      ),
    );
  expect(keys('item').size).toBe(1);
  expect(keys('token').size).toBe(2);
});

it('doesn’t report a chain as fully searched while its search is incomplete or no node responds correctly', () => {
  const reading = { isReading: false, percent: 100 };
  expect(isAllSearched(reading)).toBe(true);
  expect(isAllSearched({ ...reading, percent: 99 })).toBe(false);
  expect(isAllSearched({ ...reading, problems: [] })).toBe(false);
});
