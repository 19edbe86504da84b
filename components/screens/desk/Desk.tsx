import { useState } from 'react';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { VaultView } from '../../../shared/messages/snapshot.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { AmountsKey } from '../../ui/AmountsSwitch.tsx';
import { KeyList } from '../../ui/KeyList.tsx';
import { OfflineStrip } from '../../ui/OfflineStrip.tsx';
import { Positions } from '../holdings/Positions.tsx';
import { Alerts } from '../trade/alerts/Alerts.tsx';
import { FillStrip } from '../trade/ticket/FillStrip.tsx';
import { OpenedFill } from '../trade/ticket/OpenedFill.tsx';
import { AccountScope, shownAccounts } from './AccountScope.tsx';
import { Builder } from './Builder.tsx';
import { ChainPage } from './ChainPage.tsx';
import { DeskHeader } from './DeskHeader.tsx';
import type { DeskQuote } from './figure-rows.ts';
import { Ideas } from './Ideas.tsx';
import { LegsStrip } from './LegsStrip.tsx';
import { ManagePosition } from './ManagePosition.tsx';
import { Portfolio } from './Portfolio.tsx';
import { Profit } from './Profit.tsx';
import type { DeskPageName, DeskView } from './use-desk-view.ts';
import { useLegFills } from './use-leg-fills.ts';
import { useOpenAlert } from './use-open-alert.ts';
import { Volatility } from './Volatility.tsx';

/** The trader's page: chains of live orders with the ticket beside them, and the positions. */
export function Desk(props: {
  wallets: Extract<VaultView, { status: 'unlocked' }>['wallets'];
  view: DeskView;
}) {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const { page, setPage, chainView, setChainView, legs, setLegs } = props.view;
  const { tried, setTried, setRun } = props.view;
  const [scope, setScope] = useState<string>();
  /** A fill under way that was opened from its line. */
  const [fillId, setFillId] = useState<string>();
  const accounts = shownAccounts(props.wallets, { scope, selected });
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
    setRun(undefined);
    // A leg that is filled isn't bought again.
    const filled = legFills.legs.slice(0, legFills.doneCount).map(({ fill }) => termsKey(fill.row));
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
      <DeskHeader wallets={props.wallets} page={page} onPage={show} />
      <main className="group/page flex min-h-0 flex-1 flex-col">
        <OfflineStrip />
        <FillStrip onOpen={setFillId} />
        {legFills === undefined || legFills.ids.length === 0 || isBuilding ? null : (
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
              wallets={props.wallets}
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
                setRun({
                  ...{ legs: reviewed, combination, owner: selected ?? '' },
                  ...{ ids: [], doneCount: 0 },
                })
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
              <AccountScope wallets={props.wallets} shown={accounts} onChoose={setScope} />
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
              <AccountScope wallets={props.wallets} shown={accounts} onChoose={setScope} />
              <Profit accounts={accounts} />
            </>
          ) : page === 'alerts' ? (
            <Alerts onOpen={openAlert} />
          ) : (
            <Positions
              onOrders={(filter) => showChain(filter?.asset)}
              position={(account, position, onBack) => (
                <ManagePosition
                  {...{ ...ticket, account, position, onBack }}
                  wallets={props.wallets}
                  onLater={showChain}
                />
              )}
            />
          )}
        </div>
      </main>
    </div>
  );
}
