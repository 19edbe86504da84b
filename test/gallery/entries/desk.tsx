import { useState } from 'react';
import { Desk } from '../../../components/screens/desk/Desk.tsx';
import {
  DESK_SECTIONS,
  type DeskSection,
  useDeskView,
} from '../../../components/screens/desk/use-desk-view.ts';
import { VaultGate } from '../../../components/screens/shell/VaultGate.tsx';
import type { Entry } from '../entry.ts';
import { ALERTS } from '../samples/positions.ts';

/** The desk, which begins with a section. */
function DeskAt(props: { section: DeskSection }) {
  const [section, setSection] = useState(props.section);
  const view = { ...useDeskView(), section, setSection };
  return <VaultGate>{({ wallets }) => <Desk wallets={wallets} view={view} />}</VaultGate>;
}

/** Each section of the desk. */
export const DESK: readonly Entry[] = DESK_SECTIONS.map(({ section }) => ({
  name: `desk-${section}`,
  size: 'desk',
  element: <DeskAt section={section} />,
  snapshot: { alerts: { all: ALERTS, unread: [] } },
}));
