import { useState } from 'react';
import { Desk } from '../../../components/screens/desk/Desk.tsx';
import {
  DESK_SECTIONS,
  type DeskPageName,
  useDeskView,
} from '../../../components/screens/desk/use-desk-view.ts';
import { VaultGate } from '../../../components/screens/shell/VaultGate.tsx';
import type { Pick } from '../../../shared/desk/combine.ts';
import type { Entry } from '../entry.ts';
import { ORDERS } from '../samples/market.ts';
import { ALERTS } from '../samples/positions.ts';
import { PROCEDURES } from '../samples/procedures.ts';

function DeskAt(props: { page: DeskPageName; legs?: readonly Pick[] }) {
  const [page, setPage] = useState(props.page);
  const [legs, setLegs] = useState(props.legs ?? []);
  const view = { ...useDeskView(), page, setPage, legs, setLegs };
  return <VaultGate>{() => <Desk view={view} />}</VaultGate>;
}

/** Returns a sold put, and a bought put with another expiry. */
function calendar(): readonly Pick[] {
  const puts = ORDERS.rows.filter(({ asset, product }) => asset === 'ETH' && product === 'PUT');
  const near = puts.find(({ side }) => side === 'sell');
  const far = puts.findLast(
    ({ side, expiry }) => side === 'buy' && near !== undefined && expiry !== near.expiry,
  );
  return [near, far].flatMap((row) => (row === undefined ? [] : [{ row, millionths: 1_000_000n }]));
}

export const DESK: readonly Entry[] = [
  ...DESK_SECTIONS.flatMap(({ pages }) =>
    pages.map(
      ({ page }): Entry => ({
        name: `desk-${page}`,
        size: 'desk',
        element: <DeskAt page={page} />,
        snapshot: { alerts: { all: ALERTS, unread: [] } },
      }),
    ),
  ),
  {
    name: 'desk-legs-stopped',
    size: 'desk',
    element: <DeskAt page="builder" />,
    snapshot: { procedures: PROCEDURES, fills: [] },
  },
  { name: 'desk-calendar', size: 'desk', element: <DeskAt page="builder" legs={calendar()} /> },
];
