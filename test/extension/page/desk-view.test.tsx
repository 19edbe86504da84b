import { expect, it } from 'vitest';
import { DeskScreen } from '../../../components/screens/desk/Desk.tsx';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof DeskScreen>[0];

const ignore = () => undefined;
const DESK: Shown = {
  ...{ page: 'alerts', show: ignore, showChain: ignore, isAll: false, setIsAll: ignore },
  ...{ fillId: undefined, setFillId: ignore, all: [], accounts: [], managed: undefined },
  ...{ leaveManaged: ignore, left: undefined, onManage: ignore, openAlert: ignore },
  ...{ legFills: undefined, leaveFills: ignore, begunElsewhere: [], openLegs: ignore },
  ...{ ticket: { onFilled: ignore, onTry: ignore }, chainView: { search: '', asset: 'ETH' } },
  ...{ setChainView: ignore, legs: [], setLegs: ignore, setReview: ignore, owner: '0x1' },
  ...{ tried: [], removeTried: ignore },
};
const desk = (change: Partial<Shown> = {}) =>
  wordsOf(onPage(<DeskScreen {...DESK} {...change} />, snapshotWith({})));

it('the desk names its six sections on the pages for alerts, ideas, volatility and positions', () => {
  for (const page of ['alerts', 'ideas', 'volatility', 'positions'] as const)
    for (const section of ['Chain', 'Ideas', 'Volatility', 'Portfolio', 'P&L', 'Alerts'])
      expect(desk({ page })).toContain(section);
});

it('the desk shows how many of all accounts the portfolio includes when some are left out', () => {
  const all = [1, 2, 3].map((number) => ({
    ...{ address: `0x${number}`, name: `Account ${number}`, ownName: `Account ${number}` },
    ...{ walletId: 'one', kind: 'seed' as const },
  }));
  const some = { page: 'portfolio', isAll: true, all } as const;
  expect(desk({ ...some, accounts: all.slice(1) })).toContain('2 of 3');
  expect(desk({ ...some, accounts: all })).not.toContain('of 3');
});

it('the desk adds a line about a trade that was begun elsewhere', () => {
  const begun = { id: 'legs', doneCount: 1, count: 2, hasFailed: false };
  expect(desk({ begunElsewhere: [begun] })).toContain('1 of 2 legs filled');
  expect(desk({ begunElsewhere: [{ ...begun, hasFailed: true }] })).toContain('then stopped');
});
