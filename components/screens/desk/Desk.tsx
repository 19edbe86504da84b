import { i18n } from '#i18n';
import { AmountsKey } from '../../ui/AmountsSwitch.tsx';
import { KeyList } from '../../ui/KeyList.tsx';
import { OfflineStrip } from '../../ui/OfflineStrip.tsx';
import { IsPart } from '../../ui/PageTitle.tsx';
import { Strip } from '../../ui/Strip.tsx';
import { Positions } from '../holdings/Positions.tsx';
import { Alerts } from '../trade/alerts/Alerts.tsx';
import { FillStrip } from '../trade/ticket/FillStrip.tsx';
import { OpenedFill } from '../trade/ticket/OpenedFill.tsx';
import { HolderStrip } from '../wallet/activity/HolderStrip.tsx';
import { Builder } from './Builder.tsx';
import { ChainPage } from './ChainPage.tsx';
import { DeskHeader } from './DeskHeader.tsx';
import { Ideas } from './Ideas.tsx';
import { ManagePosition } from './ManagePosition.tsx';
import { Portfolio } from './Portfolio.tsx';
import { Profit } from './Profit.tsx';
import { useDesk } from './use-desk.ts';
import type { DeskPageName, DeskView } from './use-desk-view.ts';
import { Volatility } from './Volatility.tsx';

export function Desk({ view }: { view: DeskView }) {
  return (
    <IsPart value={true}>
      <DeskScreen {...useDesk(view)} />
    </IsPart>
  );
}

/** Shows the chosen page, or the fill or position that was opened from the page. */
export function DeskScreen(props: ReturnType<typeof useDesk>) {
  const { page, show, showChain, isAll, fillId, setFillId, all, accounts, managed } = props;
  const { legFills, leaveFills, ticket } = props;
  return (
    <div className="flex h-full flex-col">
      <KeyList />
      <AmountsKey />
      <DeskHeader
        page={page}
        onPage={show}
        all={hasAll(page) ? { isChosen: isAll, onChoose: props.setIsAll } : undefined}
      />
      <main className="group/page flex min-h-0 flex-1 flex-col">
        <OfflineStrip />
        <FillStrip onOpen={setFillId} />
        <HolderStrip />
        {props.begunElsewhere.map(({ id, hasFailed, doneCount, count }) => (
          <Strip
            key={id}
            title={i18n.t(hasFailed ? 'desk.legsStopped' : 'desk.legsStrip', {
              done: doneCount,
              all: count,
            })}
            tone={hasFailed ? 'warn' : 'accent'}
            to={() => props.openLegs(id)}
          />
        ))}
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
              onBack={props.leaveManaged}
              onLater={showChain}
            />
          ) : page === 'chain' ? (
            <ChainPage {...ticket} view={props.chainView} onView={props.setChainView} />
          ) : page === 'builder' ? (
            <Builder
              legs={props.legs}
              onLegs={props.setLegs}
              view={props.chainView}
              onView={props.setChainView}
              fills={legFills}
              onReview={(reviewed, combination) =>
                props.setReview({ legs: reviewed, combination, owner: props.owner })
              }
              onLeaveFills={leaveFills}
              onTry={ticket.onTry}
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
                tried={props.tried}
                onRemoveTried={props.removeTried}
                onChain={() => show('chain')}
                left={props.left}
                onManage={props.onManage}
              />
            </>
          ) : page === 'profit' ? (
            <>
              <LeftOut shown={accounts.length} all={isAll ? all.length : 1} />
              <Profit accounts={accounts} />
            </>
          ) : page === 'alerts' ? (
            <Alerts onOpen={props.openAlert} />
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

function LeftOut({ shown, all }: { shown: number; all: number }) {
  return shown >= all ? null : (
    <p className="mx-auto max-w-6xl px-4 pt-4 text-xs text-muted">
      {i18n.t('desk.someAccounts', { shown, all })}
    </p>
  );
}
