import { Popup } from '../../../components/screens/shell/Popup.tsx';
import { Activity } from '../../../components/screens/wallet/activity/Activity.tsx';
import { Receive } from '../../../components/screens/wallet/home/Receive.tsx';
import { Send } from '../../../components/screens/wallet/send/Send.tsx';
import type { Entry } from '../entry.ts';
import { FILLS } from '../samples/positions.ts';
import { PROCEDURES } from '../samples/procedures.ts';
import { UNLOCKED } from '../samples/snapshot.ts';

const nothing = () => undefined;
const home = <Popup startsWith="home" settingsSection={undefined} openSettingsPage={nothing} />;

export const WALLET: readonly Entry[] = [
  { name: 'home', size: 'popup', element: home },
  { name: 'home-in-a-tab', size: 'tab', element: home },
  {
    name: 'home-hidden-amounts',
    size: 'popup',
    element: home,
    snapshot: { areAmountsHidden: true },
  },
  {
    name: 'home-warnings',
    size: 'popup',
    element: home,
    snapshot: {
      warnings: ['lastSaveUnknown'],
      vault: { ...UNLOCKED, sync: { kind: 'offline', code: 'UNREACHABLE' }, backups: [] },
    },
  },
  {
    name: 'no-wallet',
    size: 'popup',
    element: home,
    snapshot: { vault: { ...UNLOCKED, wallets: [] } },
  },
  { name: 'send', size: 'popup', element: <Send onBack={nothing} onSent={nothing} /> },
  { name: 'receive', size: 'popup', element: <Receive onBack={nothing} onBackup={nothing} /> },
  { name: 'activity', size: 'popup', element: <Activity /> },
  {
    name: 'activity-under-way',
    size: 'popup',
    element: <Activity />,
    snapshot: { procedures: PROCEDURES, fills: FILLS.asked === undefined ? [] : [FILLS.asked] },
  },
];
