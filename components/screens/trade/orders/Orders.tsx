import { RefreshCw, SlidersHorizontal, TableProperties } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { i18n } from '#i18n';
import type { ListedOrder } from '../../../../shared/desk/one-row-per-terms.ts';
import type { OrderFilter } from '../../../../shared/messages/order-filter.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useLate } from '../../../hooks/use-late.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useOnline } from '../../../hooks/use-online.ts';
import { useSurface } from '../../../hooks/use-surface.ts';
import { ageOf } from '../../../texts/times.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { EmptyOrders } from './EmptyOrders.tsx';
import { FeedNotes } from './FeedNotes.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { OrderList } from './OrderList.tsx';
import { NO_FILTER } from './order-list.ts';
import { SearchField } from './SearchField.tsx';
import { useOrders } from './use-orders.ts';

interface OrdersProps {
  filter: OrderFilter;
  onFilter: (filter: OrderFilter) => void;
  /** Scroll position. It is kept while the ticket replaces the list. */
  offset: RefObject<number>;
  /** Terms of the open ticket. */
  picked: string | undefined;
  /** Terms of the ticket that was just closed. */
  left: { readonly terms: string } | undefined;
  onPick: (row: ListedOrder) => void;
  /**
   * Opens the form that asks makers for an option that matches the filter; absent without an
   * account.
   */
  onAsk: (() => void) | undefined;
}

/** Lists the live orders of all feeds, and refreshes them while the list is visible. */
export function Orders(props: OrdersProps) {
  return <OrdersScreen {...props} {...useOrders(props.filter)} />;
}

type ShownOrders = OrdersProps & ReturnType<typeof useOrders>;

/** Shows the list, or the reason why it is empty. */
export function OrdersScreen(props: ShownOrders) {
  const { onFilter: setFilter, view, isLive, isEmpty, steady } = props;
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <Narrowing {...props} />
      {isEmpty ? (
        <EmptyOrders
          state={
            props.isFiltered
              ? 'nothingFits'
              : view?.problem !== undefined
                ? 'dead'
                : isLive
                  ? 'noMaker'
                  : 'reading'
          }
          onClear={() => setFilter(NO_FILTER)}
          onAsk={props.onAsk}
        />
      ) : (
        <OrderList
          rows={steady.rows}
          isGrouped={props.isGrouped}
          spot={view?.spot ?? {}}
          isLive={isLive}
          offset={props.offset}
          picked={props.picked}
          left={props.left}
          onPick={props.onPick}
          onAsk={props.onAsk}
          onAttention={props.setIsHeld}
        />
      )}
    </div>
  );
}

/** Shows the head of the list: number of orders, search, filters, and notes about the feeds. */
function Narrowing(props: ShownOrders) {
  const { filter, onFilter: setFilter, view, isLive, active, isEmpty, count, countOfAll } = props;
  const { waiting } = props.steady;
  const { openDesk } = useSurface();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header className="flex min-h-20 flex-col border-b border-line [@media(height<28rem)]:shrink-0">
      <div className="flex flex-col gap-1.5 px-4 pt-2 pb-1.5">
        <div className="flex items-center justify-between gap-2 max-[24rem]:flex-wrap max-[24rem]:gap-y-0">
          <PageTitle className="text-lg font-semibold">{i18n.t('orders.title')}</PageTitle>
          {/* On a narrow page, the buttons take the whole width. */}
          <p
            className="flex-1 text-xs text-muted max-[24rem]:order-last max-[24rem]:basis-full"
            role="status"
          >
            {countOfAll === 0 || isEmpty
              ? ''
              : count === countOfAll
                ? i18n.t('orders.shown', count)
                : i18n.t('orders.shownOf', { shown: count, all: countOfAll })}
            {waiting === 0 || isEmpty ? null : (
              <span className="text-accent" title={i18n.t('orders.waitingWhy')}>
                {' · '}
                {i18n.t('orders.waiting', waiting)}
              </span>
            )}
          </p>
          <IconButton label={i18n.t('desk.open')} onClick={() => openDesk()}>
            <TableProperties aria-hidden size={16} />
          </IconButton>
          <Refresh at={view?.at} hasFailed={view?.problem !== undefined} refresh={props.refresh} />
        </div>
        <div className="flex gap-2">
          <SearchField
            label={i18n.t('orders.searchLabel')}
            placeholder={i18n.t('orders.searchHint')}
            value={filter.search}
            className="min-w-0"
            onSearch={(search) => setFilter({ ...filter, search })}
          />
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className={`flex min-h-10 items-center gap-1.5 rounded-xl px-3 text-sm font-semibold ${active > 0 || isOpen ? 'bg-accent-soft text-accent' : 'bg-raised'}`}
          >
            <SlidersHorizontal aria-hidden size={14} />
            {active === 0
              ? i18n.t('orders.filters')
              : i18n.t('orders.filtersOn', { count: active })}
          </button>
        </div>
      </div>
      <div
        className="flex min-h-0 flex-col gap-2 overflow-y-auto px-4 pb-1.5"
        data-testid="narrowing"
      >
        {isOpen ? (
          <FilterPanel
            index={props.index}
            filter={filter}
            onChange={(part) => setFilter({ ...filter, ...part })}
          />
        ) : null}
        {active === 0 || isEmpty ? null : (
          <button
            type="button"
            onClick={() => setFilter({ ...NO_FILTER, sort: filter.sort })}
            className="w-fit rounded text-xs font-semibold text-accent underline-offset-2 hover:underline"
          >
            {i18n.t('orders.clear')}
          </button>
        )}
        {view === undefined ? null : <FeedNotes view={view} />}
        {isLive || isEmpty || view?.at === undefined ? null : <OldQuotes at={view.at} />}
      </div>
    </header>
  );
}

/** Shows the age of the list, and a button that refreshes the list. */
function Refresh(props: {
  at: number | undefined;
  hasFailed: boolean;
  refresh: () => Promise<unknown>;
}) {
  const renewal = useAction(props.refresh);
  const now = useNow();
  const isOnline = useOnline();
  return (
    <button
      type="button"
      onClick={() => void renewal.run()}
      disabled={renewal.isRunning}
      title={i18n.t('orders.refresh')}
      className="flex min-h-7 items-center gap-1.5 rounded-lg px-2 text-xs text-muted hover:bg-raised"
    >
      <RefreshCw aria-hidden size={12} className={renewal.isRunning ? 'animate-spin' : ''} />
      {props.at !== undefined
        ? ageOf(props.at, now)
        : i18n.t(props.hasFailed || !isOnline ? 'home.notLoaded' : 'orders.reading')}
    </button>
  );
}

function OldQuotes({ at }: { at: number }) {
  const now = useNow();
  const isOnline = useOnline();
  const isLate = useLate(isOnline ? 'feed' : undefined);
  return (
    <Notice>
      <p>{i18n.t(isOnline ? 'orders.old' : 'orders.oldOffline', { age: ageOf(at, now) })}</p>
      {isLate ? <p>{i18n.t('orders.late')}</p> : null}
    </Notice>
  );
}
