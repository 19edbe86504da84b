import { expect, it } from 'vitest';
import { TabsView } from '../../../components/screens/shell/Tabs.tsx';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof TabsView>[0];

const ignore = () => undefined;
const TABS: Shown = {
  hasWallet: true,
  home: { page: 'home' },
  tab: 'home',
  round: 0,
  orders: undefined,
  isAdding: false,
  fillId: undefined,
  ...{ hasFills: false, hasPaused: false, isRefused: false },
  ...{ goHome: ignore, openSettings: ignore, openHome: ignore, setTab: ignore },
  ...{ setIsAdding: ignore, setFillId: ignore, leaveFill: ignore, press: ignore },
  ...{ showPositions: ignore, showOrders: ignore },
};
const tabs = (change: Partial<Shown> = {}) =>
  onPage(<TabsView {...TABS} {...change} />, snapshotWith({}));
const NAMES = ['Home', 'Orders', 'Positions', 'Activity'];

it('the wallet shows four tabs, and marks the open tab', () => {
  for (const tab of ['home', 'orders', 'positions', 'activity'] as const) {
    const html = tabs({ tab });
    expect(buttonNamesOf(html)).toEqual(expect.arrayContaining(NAMES));
    const marked = [...html.matchAll(/<button[^>]*aria-current="page".*?<\/button>/gs)];
    expect(marked.map(([button]) => wordsOf(button).toLowerCase())).toEqual([tab]);
  }
});

it('shows the account’s Home only when there is a wallet, and only in its tab', () => {
  expect(wordsOf(tabs())).toContain('Savings');
  expect(wordsOf(tabs({ hasWallet: false }))).not.toContain('Savings');
  expect(wordsOf(tabs({ tab: 'activity' }))).not.toContain('Savings');
});

it('hides the tabs while a wallet is being added', () => {
  expect(buttonNamesOf(tabs({ isAdding: true }))).not.toEqual(expect.arrayContaining(['Orders']));
});
