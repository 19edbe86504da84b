import { BadgeCheck, CircleAlert, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { EXPLORER_URL } from '../../shared/chain/deployments.ts';
import { formatUtc } from '../../shared/format.ts';
import type { PositionRow, PositionState } from '../../shared/messages/market.ts';
import { PayoffChart } from '../charts/PayoffChart.tsx';
import { useNow } from '../hooks/use-now.ts';
import { usePositions } from '../hooks/use-orders.ts';
import { useSnapshot } from '../hooks/use-wallet.ts';
import { Notice } from '../ui/Notice.tsx';
import { ageOf, leftUntil } from '../ui/times.ts';

const TABS: readonly { state: PositionState; label: string; empty: string }[] = [
  { state: 'open', label: 'Open', empty: 'Nothing is open. Fill an order, and it appears here.' },
  {
    state: 'awaiting settlement',
    label: 'Awaiting',
    empty: 'Nothing waits for settlement.',
  },
  { state: 'settled', label: 'Settled', empty: 'Nothing has been settled yet.' },
  { state: 'closed', label: 'Closed', empty: 'Nothing was closed early.' },
];

/** What the account holds and held: four tabs by state. */
export function Positions() {
  const account = useSnapshot((snapshot) => snapshot.selected);
  const { data } = usePositions(account);
  const [tab, setTab] = useState<PositionState>('open');
  const [chosen, setChosen] = useState<string>();
  const now = useNow(5000);
  const rows = (data?.rows ?? []).filter((row) => row.state === tab);
  const current = TABS.find(({ state }) => state === tab);
  return (
    <div className="flex flex-col gap-3 p-4">
      <header className="flex items-baseline justify-between">
        <h1 className="text-lg font-semibold">Positions</h1>
        <span className="text-xs text-muted">
          {data?.at === undefined ? '' : ageOf(data.at, now)}
        </span>
      </header>
      <div role="tablist" aria-label="State" className="flex rounded-xl bg-raised p-0.5 text-xs">
        {TABS.map(({ state, label }) => (
          <button
            key={state}
            type="button"
            role="tab"
            aria-selected={tab === state}
            onClick={() => setTab(state)}
            className={`flex-1 rounded-lg px-2 py-1.5 font-medium ${tab === state ? 'bg-surface' : 'text-muted'}`}
          >
            {label} {countOf(data?.rows, state)}
          </button>
        ))}
      </div>
      {data?.problem === undefined ? null : <Notice tone="warn">{data.problem}</Notice>}
      {rows.length === 0 ? (
        <p className="p-8 text-center text-sm text-muted">
          {data === undefined ? 'Reading positions…' : current?.empty}
        </p>
      ) : (
        <ul className="flex flex-col gap-3" data-testid="positions">
          {rows.map((row) => (
            <li key={row.address} className="rounded-2xl border border-line bg-surface">
              <PositionCard
                row={row}
                now={now}
                isOpen={chosen === row.address}
                onToggle={() => setChosen(chosen === row.address ? undefined : row.address)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PositionCard(props: {
  row: PositionRow;
  now: number;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { row, now, isOpen, onToggle } = props;
  const tone =
    row.profitSign === undefined || row.profitSign === 0
      ? ''
      : row.profitSign > 0
        ? 'text-good'
        : 'text-bad';
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full items-start justify-between gap-3 p-4 text-left"
      >
        <div className="min-w-0">
          <p className="truncate text-sm font-semibold">
            {row.asset} {row.structure.toLowerCase()}
          </p>
          <p className="text-xs text-muted">
            {row.side === 'buyer' ? 'Bought' : 'Sold'} {row.contracts} ·{' '}
            {row.strikes.map((strike) => strike.toLocaleString('en-US')).join(' · ')}
          </p>
          <p className="text-xs text-muted" title={formatUtc(row.expiry)}>
            {row.state === 'open'
              ? `expires in ${leftUntil(row.expiry, now)}`
              : formatUtc(row.expiry)}
          </p>
        </div>
        <div className="shrink-0 text-right">
          <p className={`text-sm font-semibold ${tone}`}>{row.profit ?? '—'}</p>
          <p className="text-xs text-muted">premium {row.premium}</p>
          <Verification row={row} />
        </div>
      </button>
      {isOpen ? <PositionDetail row={row} /> : null}
    </>
  );
}

function Verification({ row }: { row: PositionRow }) {
  if (row.optimistic) return <p className="text-xs text-muted">just filled</p>;
  if (row.verification === 'verified') {
    return (
      <p className="flex items-center justify-end gap-1 text-xs text-good">
        <BadgeCheck aria-hidden size={13} /> Verified
      </p>
    );
  }
  if (row.verification === 'disagrees') {
    return (
      <p className="flex items-center justify-end gap-1 text-xs text-bad">
        <CircleAlert aria-hidden size={13} /> Disagrees
      </p>
    );
  }
  return <p className="text-xs text-muted">not checked yet</p>;
}

function PositionDetail({ row }: { row: PositionRow }) {
  return (
    <div className="flex flex-col gap-3 border-t border-line p-4">
      {row.disagreement === undefined ? null : <Notice tone="bad">{row.disagreement}</Notice>}
      {row.picture === undefined ? null : (
        <PayoffChart picture={row.picture} label="Profit and loss at expiry" />
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-xs">
        <Fact label="Value now" value={row.value ?? '—'} />
        {row.settlementPrice === undefined ? null : (
          <Fact label="Settled at" value={row.settlementPrice} />
        )}
        <Fact label="Option contract" value={row.address} />
        <Fact label={row.side === 'buyer' ? 'Seller' : 'Buyer'} value={row.counterparty} />
      </dl>
      <a
        href={`${EXPLORER_URL}/address/${row.address}`}
        target="_blank"
        rel="noreferrer"
        className="flex items-center gap-1 text-xs font-medium text-accent"
      >
        <ExternalLink aria-hidden size={12} /> Look at it on the explorer
      </a>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 truncate text-right" title={value}>
        {value}
      </dd>
    </>
  );
}

function countOf(rows: readonly PositionRow[] | undefined, state: PositionState): string {
  const count = (rows ?? []).filter((row) => row.state === state).length;
  return count === 0 ? '' : String(count);
}
