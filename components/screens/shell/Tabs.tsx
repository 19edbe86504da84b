import { ChartSpline, History, Home as HomeIcon, List } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type { OrderFilter } from '../../../shared/messages/order-filter.ts';
import { useRefusedBy, useSnapshot } from '../../hooks/use-wallet.ts';
import { AmountsKey } from '../../ui/AmountsSwitch.tsx';
import { KeyList } from '../../ui/KeyList.tsx';
import { later } from '../../ui/later.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { OfflineStrip } from '../../ui/OfflineStrip.tsx';
import type { SettingsSection } from '../settings/Settings.tsx';
import { Home } from '../wallet/home/Home.tsx';
import type { LinkedSection, PopupProps } from './popup-start.ts';

// Everything but Home is in its own file, because Home's first paint doesn't need it.
const Activity = later(async () => (await import('../wallet/activity/Activity.tsx')).Activity);
const AddWallet = later(async () => (await import('../vault/add-wallet/AddWallet.tsx')).AddWallet);
const NoWallet = later(async () => (await import('../wallet/home/NoWallet.tsx')).NoWallet);
const FillStrip = later(async () => (await import('../trade/ticket/FillStrip.tsx')).FillStrip);
const PausedStrip = later(
  async () => (await import('../wallet/activity/PausedStrip.tsx')).PausedStrip,
);
const HolderStrip = later(
  async () => (await import('../wallet/activity/HolderStrip.tsx')).HolderStrip,
);
const OrdersPage = later(async () => (await import('../trade/orders/OrdersPage.tsx')).OrdersPage);
const OpenedFill = later(async () => (await import('../trade/ticket/OpenedFill.tsx')).OpenedFill);
const OrderTicket = later(
  async () => (await import('../trade/ticket/OrderTicket.tsx')).OrderTicket,
);
const Positions = later(async () => (await import('../holdings/Positions.tsx')).Positions);
const Receive = later(async () => (await import('../wallet/home/Receive.tsx')).Receive);
const Send = later(async () => (await import('../wallet/send/Send.tsx')).Send);
const Settings = later(async () => (await import('../settings/Settings.tsx')).Settings);

type Tab = 'home' | 'orders' | 'positions' | 'activity';

/** Replaces Home. */
type HomePage =
  | { readonly page: 'home' | 'send' | 'receive' }
  | { readonly page: 'settings'; readonly start?: SettingsSection };

const HOME: HomePage = { page: 'home' };

const TABS = [
  { tab: 'home', Icon: HomeIcon },
  { tab: 'orders', Icon: List },
  { tab: 'positions', Icon: ChartSpline },
  { tab: 'activity', Icon: History },
] as const;

/** The four tabs of an open vault. */
export function Tabs({
  hasWallet,
  startsWith,
  settingsSection,
  openSettingsPage,
}: {
  hasWallet: boolean;
  startsWith: PopupProps['startsWith'];
  settingsSection: PopupProps['settingsSection'];
  openSettingsPage: PopupProps['openSettingsPage'] | undefined;
}) {
  const settingsAt = (start?: LinkedSection): HomePage => ({
    page: 'settings',
    ...(start === undefined ? {} : { start }),
  });
  const [home, setHome] = useState<HomePage>(
    startsWith === 'settings' ? settingsAt(settingsSection) : HOME,
  );
  const openSettings = openSettingsPage ?? ((start?: LinkedSection) => setHome(settingsAt(start)));
  const goHome = () => setHome(HOME);
  const [tab, setTab] = useState<Tab>(
    startsWith === 'welcome' || startsWith === 'settings' ? 'home' : startsWith,
  );
  /** Pressing the tab that is open leads back to its first page. */
  const [round, setRound] = useState(0);
  /** The filter with which the list of orders opens. */
  const [orders, setOrders] = useState<OrderFilter>();
  const [isAdding, setIsAdding] = useState(false);
  /** A fill under way that was opened from its line. */
  const [fillId, setFillId] = useState<string>();
  const hasFills = useSnapshot(({ fills }) => fills.length > 0) === true;
  const hasPaused = useSnapshot(({ procedures }) => (procedures?.length ?? 0) > 0) === true;
  const refusedBy = useRefusedBy();
  const leaveFill = () => setFillId(undefined);
  if (isAdding) {
    return <AddWallet onDone={() => setIsAdding(false)} onCancel={() => setIsAdding(false)} />;
  }
  return (
    <div className="flex h-full flex-col-reverse md:flex-row">
      <KeyList />
      <AmountsKey />
      <nav
        className="flex border-t border-line bg-surface md:w-48 md:flex-col md:gap-1 md:border-t-0 md:border-e md:p-3"
        aria-label={i18n.t('pages.label')}
      >
        <p className="hidden items-center gap-2 px-3 pt-1 pb-4 font-semibold md:flex">
          <Mark size={28} /> Condor
        </p>
        {TABS.map(({ tab: name, Icon }) => (
          <button
            key={name}
            type="button"
            aria-current={tab === name ? 'page' : undefined}
            onClick={() => {
              setTab(name);
              setOrders(undefined);
              goHome();
              leaveFill();
              setRound(round + 1);
            }}
            className={`flex flex-1 flex-col items-center gap-0.5 py-2 text-xs md:flex-none md:flex-row md:gap-3 md:rounded-xl md:px-3 md:py-2.5 md:text-sm ${tab === name ? 'font-semibold text-accent md:bg-accent-soft' : 'text-muted md:hover:bg-raised'}`}
          >
            <Icon aria-hidden size={18} />
            {i18n.t(`pages.${name}`)}
          </button>
        ))}
      </nav>
      <main className="group/page flex min-h-0 min-w-0 flex-1 flex-col">
        <OfflineStrip />
        {hasFills ? <FillStrip onOpen={setFillId} /> : null}
        {hasPaused && tab !== 'activity' ? <PausedStrip onOpen={() => setTab('activity')} /> : null}
        {refusedBy === undefined || tab === 'activity' ? null : <HolderStrip />}
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className={`h-full ${tab === 'orders' ? '' : 'mx-auto max-w-xl'}`}>
            {fillId !== undefined ? (
              <OpenedFill
                key={fillId}
                id={fillId}
                onBack={leaveFill}
                onPositions={() => {
                  leaveFill();
                  setTab('positions');
                }}
              />
            ) : tab === 'home' && home.page === 'settings' ? (
              <Settings start={home.start} onBack={goHome} />
            ) : tab === 'home' && home.page === 'send' ? (
              <Send onBack={goHome} onSent={() => setTab('activity')} />
            ) : tab === 'home' && home.page === 'receive' ? (
              <Receive onBack={goHome} onBackup={() => openSettings('passkeys')} />
            ) : tab === 'home' ? (
              hasWallet ? (
                <Home
                  onAddWallet={() => setIsAdding(true)}
                  onSettings={openSettings}
                  onOpen={(page) => setHome({ page })}
                  onActivity={() => setTab('activity')}
                />
              ) : (
                <NoWallet onAdd={() => setIsAdding(true)} onSettings={openSettings} />
              )
            ) : tab === 'orders' ? (
              <OrdersPage
                key={round}
                Ticket={OrderTicket}
                start={orders}
                onFilled={() => setTab('positions')}
              />
            ) : tab === 'positions' ? (
              <Positions
                key={round}
                onOrders={(filter) => {
                  setOrders(filter);
                  setTab('orders');
                }}
              />
            ) : (
              <Activity key={round} />
            )}
          </div>
        </div>
      </main>
    </div>
  );
}
