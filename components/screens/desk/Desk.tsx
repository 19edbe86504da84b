import { useState } from 'react';
import { i18n } from '#i18n';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { VaultView } from '../../../shared/messages/snapshot.ts';
import { useUnseenAlerts } from '../../hooks/use-unseen-alerts.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { Mark } from '../../ui/Mark.tsx';
import { Alerts } from '../alerts/Alerts.tsx';
import { AccountSelect } from '../home/AccountSelect.tsx';
import { Positions } from '../positions/Positions.tsx';
import { AmountsKey, AmountsSwitch } from '../shell/AmountsSwitch.tsx';
import { KeyList } from '../shell/KeyList.tsx';
import { OfflineStrip } from '../shell/OfflineStrip.tsx';
import { FillStrip } from '../ticket/FillStrip.tsx';
import { OpenedFill } from '../ticket/OpenedFill.tsx';
import { AccountScope, shownAccounts } from './AccountScope.tsx';
import { Builder } from './Builder.tsx';
import { ChainPage } from './ChainPage.tsx';
import { Compare } from './Compare.tsx';
import type { DeskQuote } from './figure-rows.ts';
import { Ideas } from './Ideas.tsx';
import { LegsStrip } from './LegsStrip.tsx';
import { ManagePosition } from './ManagePosition.tsx';
import { Portfolio } from './Portfolio.tsx';
import { Profit } from './Profit.tsx';
import { DESK_SECTIONS, type DeskSection, type DeskView } from './use-desk-view.ts';
import { useLegFills } from './use-leg-fills.ts';
import { useOpenAlert } from './use-open-alert.ts';
import { Volatility } from './Volatility.tsx';
import { Watchlist } from './Watchlist.tsx';

const WATCH_KEY = [{ keys: ['W'], does: 'keys.watch' }] as const;

/** The trader's page: chains of live orders with the ticket beside them, and the positions. */
export function Desk(props: {
  wallets: Extract<VaultView, { status: 'unlocked' }>['wallets'];
  view: DeskView;
}) {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const toleranceBps = useSnapshot((snapshot) => snapshot.priceToleranceBps) ?? 0;
  const { section, setSection, chainView, setChainView, legs, setLegs } = props.view;
  const { tried, setTried, pinned, setPinned, setRun } = props.view;
  const [scope, setScope] = useState<string>();
  /** A fill under way that was opened from its line. */
  const [fillId, setFillId] = useState<string>();
  const accounts = shownAccounts(props.wallets, { scope, selected });
  /** A position to manage, in the place of its section. */
  const [managed, setManaged] = useState<{ account: string; position: string }>();
  const [left, setLeft] = useState<string>();
  const onManage = (account: string, position: string) => {
    setManaged({ account, position });
    setLeft(position);
  };
  const show = (next: DeskSection) => {
    setSection(next);
    setFillId(undefined);
    setManaged(undefined);
    setLeft(undefined);
  };
  const unseenCount = useUnseenAlerts();
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
    onPin: (quote: DeskQuote) => {
      setPinned(withPinned(pinned, quote));
      show('compare');
    },
  };
  const isBuilding = section === 'builder' && fillId === undefined && managed === undefined;
  return (
    <div className="flex h-full flex-col">
      <KeyList more={WATCH_KEY} />
      <AmountsKey />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-2">
        <h1 className="flex items-center gap-2 font-semibold">
          <Mark size={24} /> {i18n.t('desk.title')}
        </h1>
        <nav aria-label={i18n.t('desk.sections')} className="flex min-w-0 flex-wrap gap-1">
          {DESK_SECTIONS.map(({ section: name, label }) => (
            <button
              key={name}
              type="button"
              aria-current={section === name ? 'page' : undefined}
              onClick={() => show(name)}
              className={`min-h-8 shrink-0 rounded-lg px-3 text-sm whitespace-nowrap ${section === name ? 'bg-accent-soft font-semibold text-accent' : 'text-muted hover:bg-raised'}`}
            >
              {i18n.t(label)}
              {name === 'alerts' && unseenCount > 0 ? <Count count={unseenCount} /> : null}
            </button>
          ))}
        </nav>
        {selected === undefined ? null : (
          <div className="ms-auto flex items-center gap-1">
            <AmountsSwitch />
            <div className="w-40">
              <AccountSelect wallets={props.wallets} selected={selected} />
            </div>
          </div>
        )}
      </header>
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
            />
          ) : section === 'chain' ? (
            <ChainPage {...ticket} view={chainView} onView={setChainView} />
          ) : section === 'builder' ? (
            <Builder
              legs={legs}
              onLegs={setLegs}
              view={chainView}
              onView={setChainView}
              fills={legFills}
              onReview={(reviewed, combination) =>
                setRun({
                  ...{ legs: reviewed, combination, owner: selected ?? '', toleranceBps },
                  ...{ ids: [], doneCount: 0 },
                })
              }
              onLeaveFills={leaveFills}
              onFilled={() => {
                if (legFills?.isRunning === false) leaveFills();
                show('positions');
              }}
            />
          ) : section === 'watchlist' ? (
            <Watchlist {...ticket} />
          ) : section === 'ideas' ? (
            <Ideas {...ticket} />
          ) : section === 'volatility' ? (
            <Volatility />
          ) : section === 'compare' ? (
            <Compare
              quotes={pinned}
              onRemove={(terms) => setPinned(pinned.filter(({ row }) => termsKey(row) !== terms))}
            />
          ) : section === 'portfolio' ? (
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
          ) : section === 'profit' ? (
            <>
              <AccountScope wallets={props.wallets} shown={accounts} onChoose={setScope} />
              <Profit accounts={accounts} />
            </>
          ) : section === 'alerts' ? (
            <Alerts onOpen={openAlert} />
          ) : (
            <div className="mx-auto max-w-xl">
              <Positions onOrders={() => show('chain')} onManage={onManage} />
            </div>
          )}
        </div>
      </main>
    </div>
  );
}

/** Number of fired alerts that the user hasn't seen. */
function Count({ count }: { count: number }) {
  return (
    <span className="ms-1.5 inline-flex min-w-5 justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-accent-ink">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{i18n.t('alerts.unseen', count)}</span>
    </span>
  );
}

/** Quotes that fit side by side. */
const MOST_PINNED = 3;

/** Adds a quote; the oldest one gives way, and quotes of another asset. */
function withPinned(pinned: readonly DeskQuote[], quote: DeskQuote): readonly DeskQuote[] {
  const others = pinned.filter(
    ({ row }) => row.asset === quote.row.asset && termsKey(row) !== termsKey(quote.row),
  );
  return [...others, quote].slice(-MOST_PINNED);
}
