import { ChartSpline, Home as HomeIcon, List } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { i18n } from '#i18n';
import { useSnapshot } from '../hooks/use-wallet.ts';
import { Splash } from '../ui/Splash.tsx';
import { Home, NoWallet } from './Home.tsx';
import type { SettingsSection } from './settings/Settings.tsx';
import { Unlock } from './Unlock.tsx';
import { Welcome } from './Welcome.tsx';

/** Everything but Home, Unlock and Welcome comes in its own file: the first paint does without it. */
function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

const Activity = later(async () => (await import('./activity/Activity.tsx')).Activity);
const AddWallet = later(async () => (await import('./AddWallet.tsx')).AddWallet);
const Onboarding = later(async () => (await import('./Onboarding.tsx')).Onboarding);
const Orders = later(async () => (await import('./Orders.tsx')).Orders);
const OrderTicket = later(async () => (await import('./ticket/OrderTicket.tsx')).OrderTicket);
const Positions = later(async () => (await import('./positions/Positions.tsx')).Positions);
const Receive = later(async () => (await import('./Receive.tsx')).Receive);
const Send = later(async () => (await import('./send/Send.tsx')).Send);
const Settings = later(async () => (await import('./settings/Settings.tsx')).Settings);
const Unreadable = later(async () => (await import('./Unreadable.tsx')).Unreadable);

type Tab = 'home' | 'orders' | 'positions';

/** What stands in the place of Home. */
type HomePage =
  | { readonly page: 'home' | 'send' | 'receive' | 'activity' }
  | { readonly page: 'settings'; readonly start?: SettingsSection };

const HOME: HomePage = { page: 'home' };

const TABS = [
  { tab: 'home', label: 'pages.home', Icon: HomeIcon },
  { tab: 'orders', label: 'pages.orders', Icon: List },
  { tab: 'positions', label: 'pages.positions', Icon: ChartSpline },
] as const;

/** The wallet's main page: in the action popup, in a tab, and where else a page is shown. */
export function Popup(props: PopupProps) {
  return (
    <Suspense fallback={<Splash />}>
      <Page {...props} />
    </Suspense>
  );
}

interface PopupProps {
  /** True in a tab of its own; onboarding needs one, because passkey prompts close the popup. */
  isFullPage: boolean;
  /** What a tab was opened for. */
  startsWith: 'home' | 'settings' | 'activity';
  openFullPage: () => void;
  openSettingsPage: () => void;
}

function Page(props: PopupProps) {
  const status = useSnapshot((snapshot) => snapshot.vault.status);
  const vault = useSnapshot((snapshot) => snapshot.vault);
  if (status === undefined || vault === undefined) return <Splash />;
  switch (vault.status) {
    case 'empty':
      return props.isFullPage ? <Onboarding /> : <Welcome onStart={props.openFullPage} />;
    case 'unreadable':
      return <Unreadable parts={vault.parts} />;
    case 'locked':
      return <Unlock />;
    case 'unlocked':
      return (
        <Unlocked
          hasWallet={vault.wallets.some(({ accounts }) => accounts.length > 0)}
          startsWith={props.startsWith}
          // Passkey prompts close a popup, and with it a secret that is about to be shown.
          openSettingsPage={props.isFullPage ? undefined : props.openSettingsPage}
        />
      );
  }
}

function Unlocked({
  hasWallet,
  startsWith,
  openSettingsPage,
}: {
  hasWallet: boolean;
  startsWith: PopupProps['startsWith'];
  openSettingsPage: (() => void) | undefined;
}) {
  const [home, setHome] = useState<HomePage>({ page: startsWith });
  const openSettings =
    openSettingsPage ??
    ((start?: SettingsSection) =>
      setHome({ page: 'settings', ...(start === undefined ? {} : { start }) }));
  const goHome = () => setHome(HOME);
  const [tab, setTab] = useState<Tab>('home');
  const [isAdding, setIsAdding] = useState(false);
  const [digest, setDigest] = useState<string>();
  if (isAdding) {
    return <AddWallet onDone={() => setIsAdding(false)} onCancel={() => setIsAdding(false)} />;
  }
  return (
    <div className="mx-auto flex h-dvh max-w-xl flex-col">
      <main className="min-h-0 flex-1 overflow-y-auto">
        <Suspense fallback={null}>
          {tab === 'home' && home.page === 'settings' ? (
            <Settings start={home.start} onBack={goHome} />
          ) : tab === 'home' && home.page === 'activity' ? (
            <Activity onBack={goHome} />
          ) : tab === 'home' && home.page === 'send' ? (
            <Send onBack={goHome} onSent={() => setHome({ page: 'activity' })} />
          ) : tab === 'home' && home.page === 'receive' ? (
            <Receive onBack={goHome} />
          ) : tab === 'home' ? (
            hasWallet ? (
              <Home
                onAddWallet={() => setIsAdding(true)}
                onSettings={openSettings}
                onOpen={(page) => setHome({ page })}
              />
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
        </Suspense>
      </main>
      <nav className="flex border-t border-line bg-surface" aria-label="Pages">
        {TABS.map(({ tab: name, label, Icon }) => (
          <button
            key={name}
            type="button"
            aria-current={tab === name ? 'page' : undefined}
            onClick={() => {
              setTab(name);
              goHome();
              setDigest(undefined);
            }}
            className={`flex flex-1 flex-col items-center gap-0.5 py-2 text-xs ${tab === name ? 'font-semibold text-accent' : 'text-muted'}`}
          >
            <Icon aria-hidden size={18} />
            {i18n.t(label)}
          </button>
        ))}
      </nav>
    </div>
  );
}
