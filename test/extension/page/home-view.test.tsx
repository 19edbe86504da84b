import { expect, it } from 'vitest';
import { HomeView } from '../../../components/screens/wallet/home/Home.tsx';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof HomeView>[0];

const ignore = () => undefined;
const { vault, selected, portfolio } = snapshotWith({});
const HOME: Shown = {
  ...{ onAddWallet: ignore, onOpen: ignore, onActivity: ignore, onSettings: ignore },
  ...{ vault, selected, portfolio, pending: 0, siteCount: 0, firedCount: 0 },
  ...{ hasLostCode: false, isOnline: true },
  refresh: { isRunning: false, problem: undefined, run: async () => true },
};
const home = (change: Partial<Shown> = {}) =>
  onPage(<HomeView {...HOME} {...change} />, snapshotWith({}));
const failed = { ...HOME.refresh, problem: 'The node didn’t respond.' };

it('Home shows why balances couldn’t be read, unless the computer is offline', () => {
  expect(wordsOf(home({ refresh: failed }))).toContain('The node didn’t respond.');
  expect(wordsOf(home({ refresh: failed, isOnline: false }))).not.toContain('didn’t respond');
});

it('Home links to the activity only while a transaction is pending', () => {
  expect(buttonNamesOf(home({ pending: 2 }))).toContain('View');
  expect(wordsOf(home({ pending: 2 }))).toContain('2 pending transactions');
  expect(buttonNamesOf(home())).not.toContain('View');
});

it('Home shows nothing without a selected account', () => {
  expect(home({ selected: undefined })).toBe('');
});
