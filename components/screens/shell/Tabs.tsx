import { ChartSpline, History, Home as HomeIcon, List } from 'lucide-react';
import { i18n } from '#i18n';
import { AmountsKey } from '../../ui/AmountsSwitch.tsx';
import { KeyList } from '../../ui/KeyList.tsx';
import { later } from '../../ui/later.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { OfflineStrip } from '../../ui/OfflineStrip.tsx';
import { Home } from '../wallet/home/Home.tsx';
import { type TabsProps, useTabs } from './use-tabs.ts';

// Home's first paint must not wait for the other pages, so each page has its own file.
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

const TABS = [
  { tab: 'home', Icon: HomeIcon },
  { tab: 'orders', Icon: List },
  { tab: 'positions', Icon: ChartSpline },
  { tab: 'activity', Icon: History },
] as const;

/** Shows the four tabs of an open vault. */
export function Tabs(props: TabsProps) {
  return <TabsView hasWallet={props.hasWallet} {...useTabs(props)} />;
}

export function TabsView(props: ReturnType<typeof useTabs> & { hasWallet: boolean }) {
  const { home, tab, round, fillId, goHome, openSettings, setTab, setIsAdding } = props;
  if (props.isAdding) {
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
            onClick={() => props.press(name)}
            className={`flex flex-1 flex-col items-center gap-0.5 py-2 text-xs md:flex-none md:flex-row md:gap-3 md:rounded-xl md:px-3 md:py-2.5 md:text-sm ${tab === name ? 'font-semibold text-accent md:bg-accent-soft' : 'text-muted md:hover:bg-raised'}`}
          >
            <Icon aria-hidden size={18} />
            {i18n.t(`pages.${name}`)}
          </button>
        ))}
      </nav>
      <main className="group/page flex min-h-0 min-w-0 flex-1 flex-col">
        <OfflineStrip />
        {props.hasFills ? <FillStrip onOpen={props.setFillId} /> : null}
        {props.hasPaused && tab !== 'activity' ? (
          <PausedStrip onOpen={() => setTab('activity')} />
        ) : null}
        {props.isRefused && tab !== 'activity' ? <HolderStrip /> : null}
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className={`h-full ${tab === 'orders' ? '' : 'mx-auto max-w-xl'}`}>
            {fillId !== undefined ? (
              <OpenedFill
                key={fillId}
                id={fillId}
                onBack={props.leaveFill}
                onPositions={props.showPositions}
              />
            ) : tab === 'home' && home.page === 'settings' ? (
              <Settings start={home.start} onBack={goHome} />
            ) : tab === 'home' && home.page === 'send' ? (
              <Send onBack={goHome} onSent={() => setTab('activity')} />
            ) : tab === 'home' && home.page === 'receive' ? (
              <Receive onBack={goHome} onBackup={() => openSettings('passkeys')} />
            ) : tab === 'home' ? (
              props.hasWallet ? (
                <Home
                  onAddWallet={() => setIsAdding(true)}
                  onSettings={openSettings}
                  onOpen={props.openHome}
                  onActivity={() => setTab('activity')}
                />
              ) : (
                <NoWallet onAdd={() => setIsAdding(true)} onSettings={openSettings} />
              )
            ) : tab === 'orders' ? (
              <OrdersPage
                key={round}
                Ticket={OrderTicket}
                start={props.orders}
                onFilled={() => setTab('positions')}
              />
            ) : tab === 'positions' ? (
              <Positions key={round} onOrders={props.showOrders} />
            ) : (
              <Activity key={round} />
            )}
          </div>
        </div>
      </main>
    </div>
  );
}
