import { useState } from 'react';
import { useAccounts } from '../../hooks/use-accounts.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import type { DeskQuote } from './figure-rows.ts';
import { shownAccounts } from './shown-accounts.ts';
import type { DeskPageName, DeskView } from './use-desk-view.ts';
import { useLegFills } from './use-leg-fills.ts';
import { useOpenAlert } from './use-open-alert.ts';

/** Returns the open page of the desk, its content, and the functions that open other pages. */
export function useDesk(view: DeskView) {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const { page, setPage, chainView, setChainView, legs, setLegs } = view;
  const { tried, setTried, setReview } = view;
  /** True when the portfolio and the profit show all accounts. */
  const [isAll, setIsAll] = useState(false);
  /** Id of a running fill that the user opened from its status line. */
  const [fillId, setFillId] = useState<string>();
  const all = useAccounts();
  const accounts = shownAccounts(all, { isAll, selected });
  /** The position whose page replaces the desk's page. */
  const [managed, setManaged] = useState<{ account: string; position: string }>();
  const [left, setLeft] = useState<string>();
  const onManage = (account: string, position: string) => {
    setManaged({ account, position });
    setLeft(position);
  };
  const show = (next: DeskPageName) => {
    setPage(next);
    setFillId(undefined);
    setManaged(undefined);
    setLeft(undefined);
  };
  const showChain = (asset: string | undefined) => {
    if (asset !== undefined) setChainView({ search: '', asset });
    show('chain');
  };
  const openAlert = useOpenAlert({
    onChain(view) {
      setChainView(view);
      show('chain');
    },
    onPosition(account, key) {
      show('positions');
      onManage(account, key);
    },
    onList: () => show('alerts'),
  });
  const { legFills, shownId, begun, open } = useLegFills(view);
  const isBuilding = page === 'builder' && fillId === undefined && managed === undefined;
  const leaveFills = () => (legFills?.isRunning ? show('chain') : legFills?.leave());
  const ticket = {
    onFilled: () => show('positions'),
    onTry: (quotes: readonly DeskQuote[]) => {
      setTried(quotes);
      show('portfolio');
    },
  };
  return {
    page,
    show,
    showChain,
    isAll,
    setIsAll,
    fillId,
    setFillId,
    all,
    accounts,
    managed,
    leaveManaged: () => setManaged(undefined),
    left,
    onManage,
    openAlert,
    legFills,
    leaveFills,
    begunElsewhere: begun.filter(({ id }) => !isBuilding || id !== shownId),
    openLegs(id: string) {
      open(id);
      show('builder');
    },
    ticket,
    chainView,
    setChainView,
    legs,
    setLegs,
    setReview,
    owner: selected ?? '',
    tried,
    removeTried: () => setTried([]),
  };
}
