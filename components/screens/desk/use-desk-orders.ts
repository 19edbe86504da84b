import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { arranging } from '../../../shared/desk/arranging.ts';
import { expiryKey, type QuotedExpiry, quotedExpiries } from '../../../shared/desk/chain.ts';
import { type DeskFilter, filterRows } from '../../../shared/desk/filter.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useOrderList } from '../../hooks/use-order-list.ts';
import { hasWords, searchableText, searchedWords } from '../../texts/order-search.ts';

const NONE: readonly OrderRow[] = [];
const NO_FILTER: DeskFilter = {};

/** Returns the live orders by expiry: all orders, and the orders that pass search and filter. */
export function useDeskOrders(search = '', filter: DeskFilter = NO_FILTER) {
  const { view, isLive, refresh } = useOrderList();
  const seconds = Math.floor(useNow() / 1000);
  const rows = view?.rows ?? NONE;
  // Typing stays responsive while the tables are computed.
  const deferred = useDeferredValue(search);
  const bounds = useDeferredValue(filter);
  const isSearching = deferred.trim() !== '';
  const texts = useMemo(() => (isSearching ? rows.map(searchableText) : []), [rows, isSearching]);
  const found = useMemo(() => {
    const words = searchedWords(deferred);
    const named =
      words.length === 0 ? rows : rows.filter((_, i) => hasWords(texts[i] ?? '', words));
    return filterRows(named, bounds);
  }, [rows, texts, deferred, bounds]);
  // Before the feeds answer, only stored quotes are known, and most of them have expired. The page
  // shows them until new quotes arrive.
  const over = isLive ? lastEnd(rows, seconds) : 0;
  const [group] = useState(grouping);
  const expiries = useMemo(() => group(found, over), [group, found, over]);
  const [groupAll] = useState(grouping);
  const isWhole = found === rows;
  const all = useMemo(
    () => (isWhole ? expiries : groupAll(rows, over)),
    [isWhole, expiries, groupAll, rows, over],
  );
  const spot = view?.spot;
  const [arrange] = useState(arranging);
  const hasAny = rows.some(({ quoteEnds }) => quoteEnds > over);
  return {
    view,
    isLive,
    refresh,
    /** Sorted by asset, then by time. */
    expiries,
    /**
     * Returns the assets with quotes, and the asset to show: the wanted asset or that of the first
     * match.
     */
    chooseAsset(wished: string | undefined) {
      const assets = [...new Set(all.map(({ asset }) => asset))];
      const asset = assets.find((name) => name === wished) ?? expiries[0]?.asset ?? assets[0];
      return { assets, asset, spot: asset === undefined ? undefined : spot?.[asset] };
    },
    /** Arranges only one expiry, because a page shows few of the many expiries. */
    chainOf: useCallback(
      (quoted: QuotedExpiry) => {
        const key = expiryKey(quoted);
        const whole = all.find((one) => expiryKey(one) === key);
        return arrange(quoted, spot?.[quoted.asset]?.price, whole?.quotes);
      },
      [arrange, spot, all],
    ),
    /** All orders, regardless of the search and filter. */
    rows,
    /** True when there are live orders, regardless of the search. */
    hasAny,
    /** The reason why a page shows no order, unless a search or a filter hides them. */
    emptyState: emptyState(view?.problem !== undefined, isLive),
  };
}

function emptyState(isDead: boolean, isLive: boolean) {
  if (isDead) return 'dead' as const;
  return isLive ? ('noMaker' as const) : ('reading' as const);
}

/**
 * Returns the Unix seconds at which the last expired quote ended. When the result changes, the
 * tables change.
 */
function lastEnd(rows: readonly OrderRow[], now: number): number {
  return rows.reduce((last, { quoteEnds: end }) => (end <= now && end > last ? end : last), 0);
}

/** Returns a function that groups quotes and reuses unchanged groups of its previous result. */
function grouping() {
  let former: readonly QuotedExpiry[] = [];
  return (rows: readonly OrderRow[], over: number) => {
    former = quotedExpiries(rows, over, former);
    return former;
  };
}
