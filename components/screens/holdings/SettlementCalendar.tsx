import { ChevronRight } from 'lucide-react';
import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useNow } from '../../hooks/use-now.ts';
import { nameOf, strikesText } from '../../texts/position-texts.ts';
import { leftUntil, localClock, localDay, localTime, utcTime } from '../../texts/times.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ExpiryNotices } from './ExpiryNotices.tsx';

/** Lists settlements by day, expired options first. */
export function SettlementCalendar(props: {
  rows: readonly PositionRow[] | undefined;
  onBack: () => void;
  onPick: (key: string) => void;
}) {
  const now = useNow(1000);
  const rows = [...(props.rows ?? [])].sort((a, b) => a.expiry - b.expiry);
  const due = rows.filter(({ state }) => state === 'awaitingSettlement');
  const days = byDay(rows.filter(({ state }) => state === 'open'));
  return (
    <div className="flex flex-col gap-4 p-4" data-testid="calendar">
      <PageHeader title={i18n.t('positions.calendarTitle')} onBack={props.onBack} />
      {due.length + days.length > 0 ? null : (
        <p className="p-6 text-center text-sm text-balance text-muted">
          {i18n.t(props.rows === undefined ? 'positions.reading' : 'positions.calendarEmpty')}
        </p>
      )}
      {due.length === 0 ? null : (
        <Day
          title={i18n.t('positions.calendarDue')}
          hint={i18n.t('positions.calendarDueHint')}
          rows={due}
          now={now}
          onPick={props.onPick}
        />
      )}
      {days.map(([title, list]) => (
        <Day key={title} title={title} rows={list} now={now} onPick={props.onPick} />
      ))}
      <ExpiryNotices />
    </div>
  );
}

function Day(props: {
  title: string;
  hint?: string;
  rows: readonly PositionRow[];
  now: number;
  onPick: (key: string) => void;
}) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{props.title}</h2>
      {props.hint === undefined ? null : <p className="text-xs text-muted">{props.hint}</p>}
      <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
        {props.rows.map((row) => (
          <li key={row.key}>
            <button
              type="button"
              onClick={() => props.onPick(row.key)}
              className="flex w-full items-center gap-3 px-4 py-2.5 text-start hover:bg-raised"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-sm leading-tight font-medium break-words">
                  {nameOf(row)}
                </span>
                <span className="block text-xs text-muted">
                  {i18n.t(row.side === 'buyer' ? 'positions.bought' : 'positions.sold')} ·{' '}
                  {strikesText(row)}
                </span>
              </span>
              <span className="shrink-0 text-end text-xs" title={utcTime(row.expiry)}>
                <span className="block font-medium">
                  {row.state === 'open'
                    ? i18n.t('positions.calendarIn', { time: leftUntil(row.expiry, props.now) })
                    : localTime(row.expiry)}
                </span>
                {row.state === 'open' ? (
                  <span className="block text-muted">
                    {i18n.t('positions.calendarAt', { time: localClock(row.expiry) })}
                  </span>
                ) : null}
              </span>
              <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Groups rows by their local day, in order. */
function byDay(rows: readonly PositionRow[]): [string, PositionRow[]][] {
  const days = new Map<string, PositionRow[]>();
  for (const row of rows) {
    const day = localDay(row.expiry);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days];
}
