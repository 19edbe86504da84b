import { useState } from 'react';
import { Desk } from '../../../components/screens/desk/Desk.tsx';
import {
  DESK_SECTIONS,
  type DeskPageName,
  useDeskView,
} from '../../../components/screens/desk/use-desk-view.ts';
import { VaultGate } from '../../../components/screens/shell/VaultGate.tsx';
import type { Entry } from '../entry.ts';
import { ALERTS } from '../samples/positions.ts';

/** The desk, which begins with a page. */
function DeskAt(props: { page: DeskPageName }) {
  const [page, setPage] = useState(props.page);
  const view = { ...useDeskView(), page, setPage };
  return <VaultGate>{() => <Desk view={view} />}</VaultGate>;
}

/** Each page of the desk. */
export const DESK: readonly Entry[] = DESK_SECTIONS.flatMap(({ pages }) =>
  pages.map(({ page }) => ({
    name: `desk-${page}`,
    size: 'desk',
    element: <DeskAt page={page} />,
    snapshot: { alerts: { all: ALERTS, unread: [] } },
  })),
);
