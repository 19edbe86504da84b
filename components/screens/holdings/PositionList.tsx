import { CalendarDays, Handshake } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import type {
  IndexerTrouble,
  PositionRow,
  PositionState,
  PositionsView,
} from '../../../shared/positions/position-view.ts';
import { useLate } from '../../hooks/use-late.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useOnline } from '../../hooks/use-online.ts';
import { amountText } from '../../texts/numbers.ts';
import { ageOf, localDate } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ChainSource } from './ChainSource.tsx';
import { ExportPositions } from './ExportPositions.tsx';
import { PositionItem } from './PositionItem.tsx';
import { PositionTabs } from './PositionTabs.tsx';
import { PositionTotals } from './PositionTotals.tsx';
import { positionRows } from './position-rows.ts';
import { ReferrerFilter } from './ReferrerFilter.tsx';
import { UnprovenPositions } from './UnprovenPositions.tsx';

/** Maximum width of all parts but the cards, on a wide page. */
const COLUMN = '@min-[70rem]:max-w-xl';
/**
 * Number of rows at first, and number that each press of the button adds. Thousands of rows would
 * slow the page down.
 */
const AT_ONCE = 100;

interface ListProps {
  view: PositionsView | undefined;
  tab: PositionState;
  onTab: (tab: PositionState) => void;
  /** Address in lower case; empty for all referrers. */
  referrer: string;
  onReferrer: (referrer: string) => void;
  onPick: (key: string) => void;
  onCalendar: () => void;
  requests: number;
  onRequests: () => void;
  onOrders: () => void;
}

/** Shows four tabs by state, each with its totals. The filter by referrer applies to all tabs. */
export function PositionList(props: ListProps) {
  return <PositionListView {...props} isOnline={useOnline()} />;
}

export function PositionListView(props: ListProps & { isOnline: boolean }) {
  const { view, tab, referrer, isOnline } = props;
  const now = useNow(1000);
  const { all, filtered, shown, unproven } = positionRows(view, props);
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-3 p-4 @min-[70rem]:max-w-[110rem]">
      <header className={`flex flex-wrap items-center gap-1 ${COLUMN}`}>
        <PageTitle className="flex-1 text-lg font-semibold">{i18n.t('positions.title')}</PageTitle>
        <span className="text-xs text-muted">
          {view?.at === undefined ? '' : ageOf(view.at, now)}
        </span>
        <IconButton label={i18n.t('positions.calendar')} onClick={props.onCalendar}>
          <CalendarDays aria-hidden size={16} />
        </IconButton>
        <IconButton label={i18n.t('quotations.requests')} onClick={props.onRequests}>
          <Handshake aria-hidden size={16} />
        </IconButton>
        <ExportPositions rows={all} />
      </header>
      {props.requests === 0 ? null : (
        <Button kind="quiet" onClick={props.onRequests}>
          {i18n.t('quotations.openCount', props.requests)}
        </Button>
      )}
      <div className={COLUMN}>
        <PositionTabs
          rows={filtered.filter(({ isUnproven }) => !isUnproven)}
          tab={tab}
          onTab={props.onTab}
        />
      </div>
      {!isOnline ? null : view?.chain !== undefined ? (
        <ChainSource chain={view.chain} trouble={view.trouble} />
      ) : view?.trouble === undefined ? null : (
        <Notice tone="warn">{i18n.t(troubleKey(view.trouble))}</Notice>
      )}
      {view?.omitted === undefined ? null : (
        <Notice>
          {i18n.t('positions.omitted', {
            shown: amountText(BigInt(positionsIn(view)), 0),
            all: amountText(BigInt(positionsIn(view) + view.omitted), 0),
          })}
        </Notice>
      )}
      <div
        role="tabpanel"
        id="positions-panel"
        aria-labelledby={`positions-tab-${tab}`}
        className="flex flex-col gap-3"
      >
        {shown.some(({ spot }) => spot?.source === 'order feed') ? (
          <Notice tone="warn">{i18n.t('positions.valuesByFeed')}</Notice>
        ) : null}
        <ReferrerFilter rows={all} chosen={referrer} onChoose={props.onReferrer} />
        {shown.length === 0 && unproven.length > 0 ? null : shown.length === 0 ? (
          <Empty
            {...props}
            hasRows={all.length > 0}
            isInTab={all.some((row) => row.state === tab)}
          />
        ) : (
          <div className="flex flex-col gap-3 @min-[70rem]:flex-row @min-[70rem]:items-start">
            <div className={`w-full shrink-0 ${COLUMN}`}>
              <PositionTotals rows={shown} isEnded={tab === 'settled' || tab === 'closed'} />
            </div>
            <div className="flex min-w-0 flex-1 flex-col gap-3">
              <Cards rows={shown} now={now} onPick={props.onPick} />
            </div>
          </div>
        )}
        {unproven.length === 0 ? null : (
          <UnprovenPositions rows={unproven} now={now} onPick={props.onPick} />
        )}
      </div>
    </div>
  );
}

function Cards(props: {
  rows: readonly PositionRow[];
  now: number;
  onPick: (key: string) => void;
}) {
  const { rows, now } = props;
  const [most, setMost] = useState(AT_ONCE);
  return (
    <>
      <CardList testId="positions" items={rows.slice(0, most)} keyOf={({ key }) => key} inColumns>
        {(row) => <PositionItem row={row} now={now} onPick={() => props.onPick(row.key)} />}
      </CardList>
      {rows.length <= most ? null : (
        <Button kind="quiet" onClick={() => setMost(most + AT_ONCE)}>
          {i18n.t('positions.more', { count: rows.length - most })}
        </Button>
      )}
    </>
  );
}

function Empty(
  props: Pick<ListProps, 'view' | 'tab' | 'onOrders'> & {
    isOnline: boolean;
    hasRows: boolean;
    /** True if the tab has rows, but the filter by referrer hides all of them. */
    isInTab: boolean;
  },
) {
  const { view, tab, isOnline } = props;
  const isLate = useLate(view === undefined ? 'positions' : undefined);
  return (
    <div className="flex flex-col items-center gap-4 p-8 text-center text-sm text-balance text-muted">
      <p>
        {!isOnline && !props.hasRows
          ? i18n.t('ui.onceOnline')
          : view === undefined
            ? i18n.t(isLate ? 'positions.late' : 'positions.reading')
            : props.isInTab
              ? i18n.t('positions.emptyFilter')
              : emptyText(view, tab)}
      </p>
      {tab === 'open' && view !== undefined && isOnline ? (
        <Button onClick={props.onOrders}>{i18n.t('positions.browseOrders')}</Button>
      ) : null}
    </div>
  );
}

/** Returns the number of positions. Both sides of an option in one account count as one. */
function positionsIn({ rows }: PositionsView): number {
  return new Set(rows.map(({ address }) => address)).size;
}

function troubleKey(trouble: IndexerTrouble) {
  return trouble === 'none' || trouble === 'old'
    ? (`history.why.${trouble}` as const)
    : (`positions.indexer.${trouble}` as const);
}

function emptyText({ rows, chain, trouble, at }: PositionsView, tab: PositionState): string {
  if (chain === undefined && trouble !== undefined && at === undefined)
    return i18n.t('positions.emptyUnread');
  if (chain !== undefined && rows.length === 0) {
    if (chain.progress !== undefined || chain.since === undefined)
      return i18n.t('history.nothingYet');
    const date = localDate(chain.since);
    return chain.canLookFurther
      ? i18n.t('history.nothingSince', { date })
      : i18n.t('history.nothingEver');
  }
  switch (tab) {
    case 'open':
      return i18n.t('positions.emptyOpen');
    case 'awaitingSettlement':
      return i18n.t('positions.emptyAwaiting');
    case 'settled':
      return i18n.t('positions.emptySettled');
    case 'closed':
      return i18n.t('positions.emptyClosed');
  }
}
