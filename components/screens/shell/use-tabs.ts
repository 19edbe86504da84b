import { useState } from 'react';
import type { OrderFilter } from '../../../shared/messages/order-filter.ts';
import { useRefusedBy, useSnapshot } from '../../hooks/use-wallet.ts';
import type { SettingsSection } from '../settings/Settings.tsx';
import type { LinkedSection, PopupProps } from './popup-start.ts';

export type Tab = 'home' | 'orders' | 'positions' | 'activity';

type HomePage =
  | { readonly page: 'home' | 'send' | 'receive' }
  | { readonly page: 'settings'; readonly start?: SettingsSection };

const HOME: HomePage = { page: 'home' };

export interface TabsProps {
  readonly hasWallet: boolean;
  readonly startsWith: PopupProps['startsWith'];
  readonly settingsSection: PopupProps['settingsSection'];
  readonly openSettingsPage: PopupProps['openSettingsPage'] | undefined;
}

/** Returns the open tab with its content, and functions that open other tabs. */
export function useTabs({ startsWith, settingsSection, openSettingsPage }: TabsProps) {
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
  /** A press of the open tab's button leads to the tab's first page. */
  const [round, setRound] = useState(0);
  /** The filter with which the list of orders opens. */
  const [orders, setOrders] = useState<OrderFilter>();
  const [isAdding, setIsAdding] = useState(false);
  /** Id of a running fill that the user opened from its status line. */
  const [fillId, setFillId] = useState<string>();
  const hasFills = useSnapshot(({ fills }) => fills.length > 0) === true;
  const hasPaused = useSnapshot(({ procedures }) => (procedures?.length ?? 0) > 0) === true;
  const isRefused = useRefusedBy() !== undefined;
  const leaveFill = () => setFillId(undefined);
  return {
    home,
    tab,
    round,
    orders,
    isAdding,
    fillId,
    hasFills,
    hasPaused,
    isRefused,
    goHome,
    openSettings,
    openHome: (page: 'send' | 'receive') => setHome({ page }),
    setTab,
    setIsAdding,
    setFillId,
    leaveFill,
    press(pressed: Tab) {
      setTab(pressed);
      setOrders(undefined);
      goHome();
      leaveFill();
      setRound(round + 1);
    },
    showPositions() {
      leaveFill();
      setTab('positions');
    },
    showOrders(filter: OrderFilter | undefined) {
      setOrders(filter);
      setTab('orders');
    },
  };
}
