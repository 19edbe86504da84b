import { useVirtualizer } from '@tanstack/react-virtual';
import { RefreshCw, Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { formatUtc } from '../../shared/format.ts';
import type { OrderRow } from '../../shared/messages/market.ts';
import { Thumbnail } from '../charts/PayoffChart.tsx';
import { useAction } from '../hooks/use-action.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrders } from '../hooks/use-orders.ts';
import { Notice } from '../ui/Notice.tsx';
import { ageOf, leftUntil, localTime } from '../ui/times.ts';

const ROW_HEIGHT = 92;
/** Quotes live about two minutes: a full ring. */
const QUOTE_SECONDS = 120;

/** The live feed as a list: what each order is, costs and can bring. */
export function Orders({ onPick }: { onPick: (digest: string) => void }) {
  const { data, refresh } = useOrders();
  const renewal = useAction(refresh);
  const [asset, setAsset] = useState('all');
  const [search, setSearch] = useState('');
  const now = useNow();
  const rows = data?.rows ?? [];
  const assets = useMemo(() => ['all', ...new Set(rows.map((row) => row.asset))], [rows]);
  const shown = useMemo(
    () =>
      rows.filter(
        (row) =>
          (asset === 'all' || row.asset === asset) &&
          row.quoteEnds > now / 1000 &&
          matches(row, search),
      ),
    [rows, asset, search, now],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  const refused = (data?.refused ?? []).reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex h-full flex-col">
      <header className="flex flex-col gap-2 border-b border-line p-4 pb-3">
        <div className="flex items-center justify-between">
          <h1 className="text-lg font-semibold">Orders</h1>
          <button
            type="button"
            onClick={() => void renewal.run()}
            disabled={renewal.isRunning}
            className="flex items-center gap-1 rounded-lg px-2 py-1 text-xs text-muted hover:bg-raised"
          >
            <RefreshCw aria-hidden size={12} className={renewal.isRunning ? 'animate-spin' : ''} />
            {data?.at === undefined ? 'reading…' : ageOf(data.at, now)}
          </button>
        </div>
        <div className="flex gap-2">
          <fieldset className="flex rounded-lg bg-raised p-0.5 text-xs">
            <legend className="sr-only">Asset</legend>
            {assets.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={asset === name}
                onClick={() => setAsset(name)}
                className={`rounded-md px-2.5 py-1 font-medium ${asset === name ? 'bg-surface' : 'text-muted'}`}
              >
                {name === 'all' ? 'All' : name}
              </button>
            ))}
          </fieldset>
          <label className="flex min-w-0 flex-1 items-center gap-1.5 rounded-lg bg-raised px-2 text-xs">
            <Search aria-hidden size={12} className="text-muted" />
            <input
              aria-label="Search orders"
              placeholder="Structure or strike"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              className="min-w-0 flex-1 bg-transparent py-1.5 outline-none"
            />
          </label>
        </div>
        {data?.problem === undefined ? null : <Notice tone="warn">{data.problem}</Notice>}
        {refused === 0 ? null : (
          <details className="text-xs text-muted">
            <summary className="cursor-pointer">
              {refused} entries of the feed are not shown
            </summary>
            <ul className="list-disc pl-5">
              {data?.refused.map(({ reason, count }) => (
                <li key={reason}>
                  {count}: {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </header>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto" data-testid="orders">
        {shown.length === 0 ? (
          <p className="p-8 text-center text-sm text-muted">
            {data === undefined
              ? 'Reading the feed…'
              : rows.length === 0
                ? 'No maker is quoting just now. The list renews itself.'
                : 'Nothing fits the filter. Clear it to see everything.'}
          </p>
        ) : (
          <ul className="relative" style={{ height: list.getTotalSize() }}>
            {list.getVirtualItems().map((item) => {
              const row = shown[item.index];
              if (row === undefined) return null;
              return (
                <li
                  key={row.digest}
                  className="absolute inset-x-0 border-b border-line"
                  style={{ height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
                >
                  <Row row={row} now={now} onPick={onPick} />
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </div>
  );
}

function Row(props: { row: OrderRow; now: number; onPick: (digest: string) => void }) {
  const { row, now, onPick } = props;
  return (
    <button
      type="button"
      onClick={() => onPick(row.digest)}
      className="flex size-full items-center gap-3 px-4 text-left hover:bg-raised"
    >
      <Thumbnail points={row.thumbnail} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">
          {row.asset} {row.structure.toLowerCase()}
        </p>
        <p className="flex items-center gap-1.5 text-xs">
          <span className="rounded-md bg-accent-soft px-1.5 font-semibold text-accent">
            {row.side === 'buy' ? 'Buy' : 'Sell'}
          </span>
          {row.physical ? <span className="text-warn">physical</span> : null}
          <span className="truncate text-muted">
            {row.strikes.map((strike) => strike.toLocaleString('en-US')).join(' · ')}
          </span>
        </p>
        <p className="truncate text-xs text-muted" title={formatUtc(row.expiry)}>
          {localTime(row.expiry)} · up to {row.available}
        </p>
      </div>
      <div className="w-32 shrink-0 text-right">
        <p
          className="truncate text-sm font-semibold"
          title={`${row.price} ${row.collateralSymbol}`}
        >
          {row.price} {row.collateralSymbol}
        </p>
        <p
          className="truncate text-xs text-muted"
          title={`${row.maxPayout} ${row.collateralSymbol}`}
        >
          {row.side === 'buy' ? 'pays' : 'risk'} ≤ {row.maxPayout}
        </p>
        <p className="flex items-center justify-end gap-1 text-xs text-muted">
          <LifeRing left={row.quoteEnds - now / 1000} /> {leftUntil(row.quoteEnds, now)}
        </p>
      </div>
    </button>
  );
}

/** How much of the quote's life is left. */
function LifeRing({ left }: { left: number }) {
  const share = Math.max(0, Math.min(1, left / QUOTE_SECONDS));
  const length = 2 * Math.PI * 5;
  return (
    <svg viewBox="0 0 14 14" width="12" height="12" aria-hidden="true">
      <circle cx="7" cy="7" r="5" className="fill-none stroke-line" strokeWidth="2.5" />
      <circle
        cx="7"
        cy="7"
        r="5"
        className={`fill-none ${left < 20 ? 'stroke-bad' : 'stroke-accent'}`}
        strokeWidth="2.5"
        strokeDasharray={`${share * length} ${length}`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  );
}

function matches(row: OrderRow, search: string): boolean {
  const words = search.trim().toLowerCase();
  if (words === '') return true;
  const text = `${row.asset} ${row.structure} ${row.side} ${row.strikes.join(' ')}`.toLowerCase();
  return words.split(/\s+/).every((word) => text.includes(word));
}
