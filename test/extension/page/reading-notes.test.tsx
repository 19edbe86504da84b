import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ReadingNotes } from '../../../components/screens/desk/ReadingNotes.tsx';
import { shownAccounts } from '../../../components/screens/desk/shown-accounts.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { MAX_READ_ACCOUNTS, type PositionsView } from '../../../shared/positions/position-view.ts';
import { textsOf } from '../../helpers/texts.ts';
import { inGerman } from '../helpers/languages.ts';

const account = (i: number): AccountView => ({
  address: `0x${i}`,
  name: `Account ${i}`,
  ownName: `Account ${i}`,
  walletId: 'w',
  kind: 'seed',
});
const ACCOUNTS = [account(1), account(2), account(3)];

describe('the notes about the positions of several accounts', () => {
  const shown = (...views: readonly (PositionsView | 'waiting' | 'failed')[]) =>
    renderToStaticMarkup(
      <ReadingNotes
        accounts={ACCOUNTS}
        lists={views.map((view, i) => ({
          account: `0x${i + 1}`,
          isFailed: view === 'failed',
          ...(typeof view === 'string' ? {} : { view }),
        }))}
      />,
    );
  const chain = { isReading: false, since: 1, canLookFurther: true };

  it('shows no notes when every list is complete', () => {
    expect(shown({ rows: [] }, { rows: [], trouble: 'none', chain })).toBe('');
  });

  it('names the accounts that are being read, that failed, or whose positions may be missing', () => {
    const html = shown('waiting', 'failed', { rows: [], trouble: 'unreachable' });
    expect(html).toContain('Reading the positions of: Account 1');
    expect(html).toMatch(/couldn’t be read: Account 2/);
    expect(html).toMatch(/out of date: Account 3/);
    const [german = ''] = [textsOf('de').desk_readingAccounts];
    expect(inGerman(() => shown('waiting'))).toContain(german.split(':')[0]);
  });

  it.each([
    { ...chain, progress: { readSeconds: 1, ofSeconds: 2 } },
    { ...chain, problems: [] },
    { ...chain, unread: 1 },
    { ...chain, isUnsure: true },
    { isReading: true, canLookFurther: false },
  ])('names the account whose fills on the chain aren’t completely read: %o', (reading) => {
    expect(shown({ rows: [], trouble: 'none', chain: reading })).toContain('Account 1');
  });
});

describe('the accounts that the desk shows', () => {
  const shown = (isAll: boolean, accounts: readonly AccountView[] = ACCOUNTS) =>
    shownAccounts(accounts, { isAll, selected: '0x2' }).map(({ address }) => address);

  it('shows the selected account, or all accounts with the selected account first', () => {
    expect(shown(false)).toEqual(['0x2']);
    expect(shown(true)).toEqual(['0x2', '0x1', '0x3']);
  });

  it('shows no more accounts than the worker reads at once', () => {
    const many = Array.from({ length: 40 }, (_, i) => account(i));
    expect(shown(true, many)).toHaveLength(MAX_READ_ACCOUNTS);
  });
});
