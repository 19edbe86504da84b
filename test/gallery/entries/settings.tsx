import { Settings, type SettingsSection } from '../../../components/screens/settings/Settings.tsx';
import type { Divergence } from '../../../shared/messages/sync.ts';
import type { Entry } from '../entry.ts';
import { AT, address, UNLOCKED } from '../samples/snapshot.ts';

/** Every section of the settings. Add new sections here. */
const SECTIONS = {
  wallets: true,
  passkeys: true,
  contacts: true,
  sync: true,
  services: true,
  networks: true,
  sites: true,
  allowances: true,
  smartAccounts: true,
  maker: true,
  tokens: true,
  safety: true,
  lock: true,
  language: true,
  opens: true,
  privacy: true,
  about: true,
  forget: true,
} satisfies Record<SettingsSection, true>;

const FORKED: Divergence = {
  here: { revision: 12, createdAt: AT - 60_000, device: 'Laptop' },
  offered: { revision: 12, createdAt: AT - 30_000, device: 'Phone' },
  offeredDigest: 'digest',
  adding: [{ kind: 'contact', name: 'Landlord', address: address('1d') }],
  missing: [{ kind: 'account', name: 'Trading', address: address('ab') }],
  mergedWallets: 2,
  deleting: [],
  returning: [],
  unremovable: [],
  isVerified: true,
};

const nothing = () => undefined;
const settings = (start?: SettingsSection) => <Settings start={start} onBack={nothing} />;

export const SETTINGS: readonly Entry[] = [
  { name: 'settings', size: 'popup', element: settings() },
  ...(Object.keys(SECTIONS) as SettingsSection[]).map(
    (section): Entry => ({
      name: `settings-${section}`,
      size: 'popup',
      element: settings(section),
    }),
  ),
  {
    name: 'settings-sync-forked',
    size: 'popup',
    element: settings('sync'),
    snapshot: { vault: { ...UNLOCKED, sync: { kind: 'forked', ...FORKED } } },
  },
  {
    name: 'settings-sync-device',
    size: 'popup',
    element: settings('sync'),
    snapshot: { vault: { ...UNLOCKED, home: 'device', server: '' } },
  },
];
