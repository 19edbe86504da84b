import { useState } from 'react';
import { profitRows } from '../../../shared/desk/profit-rows.ts';
import { sumProfit, sumProfitBy } from '../../../shared/desk/profit-sums.ts';
import { feesOf, tradesOf } from '../../../shared/desk/trades.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { totalsOf } from '../../../shared/positions/totals.ts';
import { usePositionsOf } from '../../hooks/use-positions-of.ts';
import { useNetworkFees } from './use-network-fees.ts';

const GROUPS = ['day', 'asset', 'structure', 'account'] as const;
export type ProfitGroup = (typeof GROUPS)[number];

/** Returns the profit of several accounts: its rows, the underlying trades, and their sums. */
export function useProfit(accounts: readonly AccountView[]) {
  const lists = usePositionsOf(
    accounts.map(({ address }) => address),
    'settled',
  );
  const [chosen, setGroup] = useState<ProfitGroup>('day');
  const networkFees = useNetworkFees(accounts);
  const positions = lists.map(({ account, view }) => ({ account, rows: view?.rows ?? [] }));
  const rows = profitRows(positions);
  const trades = tradesOf(positions, rows);
  const groups = GROUPS.filter((key) => key !== 'account' || accounts.length > 1);
  const group = groups.find((key) => key === chosen) ?? 'day';
  const sum = sumProfit(rows);
  // Running positions without a value have no row among the profits.
  const isUnvalued =
    rows.every(({ kind }) => kind !== 'open') &&
    trades.some(({ row }) => row.state === 'open' || row.state === 'awaitingSettlement');
  return {
    lists,
    isReading: lists.every(({ view, isFailed }) => view === undefined && !isFailed),
    known: totalsOf(positions.flatMap((held) => held.rows)),
    omitted: lists.reduce((all, { view }) => all + (view?.omitted ?? 0), 0),
    networkFees,
    rows,
    trades,
    fees: feesOf(trades),
    realised: sum.isRealisedKnown ? sum.realisedUsd : undefined,
    unrealised: sum.isUnrealisedKnown && !isUnvalued ? sum.unrealisedUsd : undefined,
    unknownUsd: sum.unknownUsd,
    groups,
    group,
    setGroup: (key: string) => setGroup(GROUPS.find((one) => one === key) ?? 'day'),
    sums: sumProfitBy(group, rows),
  };
}
