import { useState } from 'react';
import { i18n } from '#i18n';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import { useAccounts } from '../../hooks/use-accounts.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { AmountsKey } from '../../ui/AmountsSwitch.tsx';
import { KeyList } from '../../ui/KeyList.tsx';
import { OfflineStrip } from '../../ui/OfflineStrip.tsx';
import { Positions } from '../holdings/Positions.tsx';
import { Alerts } from '../trade/alerts/Alerts.tsx';
import { FillStrip } from '../trade/ticket/FillStrip.tsx';
import { OpenedFill } from '../trade/ticket/OpenedFill.tsx';
import { HolderStrip } from '../wallet/activity/HolderStrip.tsx';
import { Builder } from './Builder.tsx';
import { ChainPage } from './ChainPage.tsx';
import { DeskHeader } from './DeskHeader.tsx';
import type { DeskQuote } from './figure-rows.ts';
import { Ideas } from './Ideas.tsx';
import { LegsStrip } from './LegsStrip.tsx';
import { ManagePosition } from './ManagePosition.tsx';
import { Portfolio } from './Portfolio.tsx';
import { Profit } from './Profit.tsx';
import { shownAccounts } from './shown-accounts.ts';
import type { DeskPageName, DeskView } from './use-desk-view.ts';
import { useLegFills } from './use-leg-fills.ts';
import { useOpenAlert } from './use-open-alert.ts';
import { Volatility } from './Volatility.tsx';

/** The trader's page: chains of live orders with the ticket beside them, and the positions. */
export function Desk(props: { view: DeskView }) {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const { page, setPage, chainView, setChainView, legs, setLegs } = props.view;
  const { tried, setTried, setReview } = props.view;
  /** Portfolio and profit show all accounts instead of the selected one. */
  const [isAll, setIsAll] = useState(false);
  /** A fill under way that was opened from its line. */
  const [fillId, setFillId] = useState<string>();
  const all = useAccounts();
  const accounts = shownAccounts(all, { isAll, selected });
  /** A position to manage, in the place of the page. */
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
  const legFills = useLegFills(props.view);
  const leaveFills = () => {
    if (legFills === undefined || legFills.isRunning) return show('chain');
    legFills.leave();
    // A leg that is filled isn't bought again.
    const filled = legFills.legs
      .filter(({ state }) => state === 'done')
      .map(({ terms }) => termsKey(terms));
    setLegs(legs.filter(({ row }) => !filled.includes(termsKey(row))));
  };
  const ticket = {
    onFilled: () => show('positions'),
    onTry: (quote: DeskQuote) => {
      setTried(quote);
      show('portfolio');
    },
  };
  const isBuilding = page === 'builder' && fillId === undefined && managed === undefined;
  return (
    <div className="flex h-full flex-col">
      <KeyList />
      <AmountsKey />
      <DeskHeader
        page={page}
        onPage={show}
        all={hasAll(page) ? { isChosen: isAll, onChoose: setIsAll } : undefined}
      />
      <main className="group/page flex min-h-0 flex-1 flex-col">
        <OfflineStrip />
        <FillStrip onOpen={setFillId} />
        <HolderStrip />
        {legFills === undefined || !legFills.isBegun || isBuilding ? null : (
          <LegsStrip fills={legFills} onOpen={() => show('builder')} />
        )}
        <div className="min-h-0 flex-1 overflow-y-auto">
          {fillId !== undefined ? (
            <div className="mx-auto max-w-xl">
              <OpenedFill
                key={fillId}
                id={fillId}
                onBack={() => setFillId(undefined)}
                onPositions={() => show('positions')}
              />
            </div>
          ) : managed !== undefined ? (
            <ManagePosition
              {...ticket}
              {...managed}
              key={`${managed.account} ${managed.position}`}
              onBack={() => setManaged(undefined)}
              onLater={showChain}
            />
          ) : page === 'chain' ? (
            <ChainPage {...ticket} view={chainView} onView={setChainView} />
          ) : page === 'builder' ? (
            <Builder
              legs={legs}
              onLegs={setLegs}
              view={chainView}
              onView={setChainView}
              fills={legFills}
              onReview={(reviewed, combination) =>
                setReview({ legs: reviewed, combination, owner: selected ?? '' })
              }
              onLeaveFills={leaveFills}
              onFilled={() => {
                if (legFills?.isRunning === false) leaveFills();
                show('positions');
              }}
            />
          ) : page === 'ideas' ? (
            <Ideas {...ticket} />
          ) : page === 'volatility' ? (
            <Volatility />
          ) : page === 'portfolio' ? (
            <>
              <LeftOut shown={accounts.length} all={isAll ? all.length : 1} />
              <Portfolio
                accounts={accounts}
                tried={tried}
                onRemoveTried={() => setTried(undefined)}
                onChain={() => show('chain')}
                left={left}
                onManage={onManage}
              />
            </>
          ) : page === 'profit' ? (
            <>
              <LeftOut shown={accounts.length} all={isAll ? all.length : 1} />
              <Profit accounts={accounts} />
            </>
          ) : page === 'alerts' ? (
            <Alerts onOpen={openAlert} />
          ) : (
            <Positions
              onOrders={(filter) => showChain(filter?.asset)}
              position={(account, position, onBack) => (
                <ManagePosition {...{ ...ticket, account, position, onBack }} onLater={showChain} />
              )}
            />
          )}
        </div>
      </main>
    </div>
  );
}

const hasAll = (page: DeskPageName) => page === 'portfolio' || page === 'profit';

/** Says how many accounts are shown, where the worker doesn't read all at once. */
function LeftOut({ shown, all }: { shown: number; all: number }) {
  return shown >= all ? null : (
    <p className="mx-auto max-w-6xl px-4 pt-4 text-xs text-muted">
      {i18n.t('desk.someAccounts', { shown, all })}
    </p>
  );
}
