import { ChartSpline, Home as HomeIcon, List } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSnapshot } from '../hooks/use-wallet.ts';
import { AddWallet } from './AddWallet.tsx';
import { Home, NoWallet } from './Home.tsx';
import { Onboarding } from './Onboarding.tsx';
import { Orders } from './Orders.tsx';
import { OrderTicket } from './OrderTicket.tsx';
import { Positions } from './Positions.tsx';
import type { SettingsSection } from './settings/Settings.tsx';
import { Unlock } from './Unlock.tsx';
import { Welcome } from './Welcome.tsx';

/** Seldom opened: the first paint does without it. */
const Settings = lazy(async () => {
  const { Settings: page } = await import('./settings/Settings.tsx');
  return { default: page };
});

const Unreadable = lazy(async () => {
  const { Unreadable: screen } = await import('./Unreadable.tsx');
  return { default: screen };
});

type Tab = 'home' | 'orders' | 'positions';

const TABS = [
  { tab: 'home', label: 'Home', Icon: HomeIcon },
  { tab: 'orders', label: 'Orders', Icon: List },
  { tab: 'positions', label: 'Positions', Icon: ChartSpline },
] as const;

/** The wallet's main page: in the action popup, in a tab, and where else a page is shown. */
export function Popup(props: {
  /** True in a tab of its own; onboarding needs one, because passkey prompts close the popup. */
  isFullPage: boolean;
  /** True for a tab that was opened for the settings. */
  startsWithSettings: boolean;
  openFullPage: () => void;
  openSettingsPage: () => void;
}) {
  const status = useSnapshot((snapshot) => snapshot.vault.status);
  const vault = useSnapshot((snapshot) => snapshot.vault);
  if (status === undefined || vault === undefined) return <div className="min-h-dvh" />;
  switch (vault.status) {
    case 'empty':
      return props.isFullPage ? <Onboarding /> : <Welcome onStart={props.openFullPage} />;
    case 'unreadable':
      return (
        <Suspense fallback={null}>
          <Unreadable parts={vault.parts} />
        </Suspense>
      );
    case 'locked':
      return <Unlock />;
    case 'unlocked':
      return (
        <Unlocked
          hasWallet={vault.wallets.some(({ accounts }) => accounts.length > 0)}
          startsWithSettings={props.startsWithSettings}
          // Passkey prompts close a popup, and with it a secret that is about to be shown.
          openSettingsPage={props.isFullPage ? undefined : props.openSettingsPage}
        />
      );
  }
}

function Unlocked({
  hasWallet,
  startsWithSettings,
  openSettingsPage,
}: {
  hasWallet: boolean;
  startsWithSettings: boolean;
  openSettingsPage: (() => void) | undefined;
}) {
  const [settings, setSettings] = useState<{ start?: SettingsSection } | undefined>(
    startsWithSettings ? {} : undefined,
  );
  const openSettings =
    openSettingsPage ??
    ((start?: SettingsSection) => setSettings(start === undefined ? {} : { start }));
  const [tab, setTab] = useState<Tab>('home');
  const [isAdding, setIsAdding] = useState(false);
  const [digest, setDigest] = useState<string>();
  if (isAdding) {
    return <AddWallet onDone={() => setIsAdding(false)} onCancel={() => setIsAdding(false)} />;
  }
  return (
    <div className="mx-auto flex h-dvh max-w-xl flex-col">
      <main className="min-h-0 flex-1 overflow-y-auto">
        {tab === 'home' && settings !== undefined ? (
          <Suspense fallback={null}>
            <Settings start={settings.start} onBack={() => setSettings(undefined)} />
          </Suspense>
        ) : tab === 'home' ? (
          hasWallet ? (
            <Home onAddWallet={() => setIsAdding(true)} onSettings={openSettings} />
          ) : (
            <NoWallet onAdd={() => setIsAdding(true)} onSettings={openSettings} />
          )
        ) : tab === 'orders' ? (
          digest === undefined ? (
            <Orders onPick={setDigest} />
          ) : (
            <OrderTicket
              digest={digest}
              onBack={() => setDigest(undefined)}
              onFilled={() => {
                setDigest(undefined);
                setTab('positions');
              }}
            />
          )
        ) : (
          <Positions />
        )}
      </main>
      <nav className="flex border-t border-line bg-surface" aria-label="Pages">
        {TABS.map(({ tab: name, label, Icon }) => (
          <button
            key={name}
            type="button"
            aria-current={tab === name ? 'page' : undefined}
            onClick={() => {
              setTab(name);
              setSettings(undefined);
              setDigest(undefined);
            }}
            className={`flex flex-1 flex-col items-center gap-0.5 py-2 text-xs ${tab === name ? 'font-semibold text-accent' : 'text-muted'}`}
          >
            <Icon aria-hidden size={18} />
            {label}
          </button>
        ))}
      </nav>
    </div>
  );
}
