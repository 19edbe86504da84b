import { useState } from 'react';
import { i18n } from '#i18n';
import type { ActivityKind } from '../../../../shared/messages/commands/approvals.ts';
import { useActivity } from '../../../hooks/use-activity.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { ActivityRow } from './ActivityRow.tsx';
import { UnderWay } from './UnderWay.tsx';

const FIRST = 30;
const MOST = 500;

const FILTERS = ['all', 'pending', 'transaction', 'signature'] as const;

/** Lists everything that was signed, sent or connected, with the site and the outcome. */
export function Activity() {
  const [filter, setFilter] = useState<ActivityKind>('all');
  const [count, setCount] = useState(FIRST);
  const now = useNow(5000);
  const page = useActivity(filter, count);
  const isEmpty = useSnapshot(({ activity }) => activity.count === 0) ?? true;
  return (
    <div className="flex flex-col gap-3 p-4">
      <h1 className="text-lg font-semibold">{i18n.t('activity.title')}</h1>
      <UnderWay />
      <div
        role="tablist"
        aria-label={i18n.t('activity.show')}
        className="flex rounded-xl bg-raised p-0.5 text-xs"
      >
        {FILTERS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={filter === name}
            onClick={() => {
              setFilter(name);
              setCount(FIRST);
            }}
            className={`flex-1 rounded-lg px-2 py-1.5 font-medium ${filter === name ? 'bg-surface' : 'text-muted'}`}
          >
            {i18n.t(`activity.filter.${name}`)}
          </button>
        ))}
      </div>
      {page === undefined ? null : page.total === 0 ? (
        <p className="p-8 text-center text-sm text-muted">
          {isEmpty ? i18n.t('activity.empty') : i18n.t('activity.emptyFilter')}
        </p>
      ) : (
        <ul
          data-testid="activity-list"
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {page.rows.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} now={now} />
          ))}
        </ul>
      )}
      {page !== undefined && page.total > page.rows.length ? (
        <Button kind="quiet" onClick={() => setCount(Math.min(count + FIRST, MOST))}>
          {i18n.t('activity.showOlder')}
        </Button>
      ) : null}
    </div>
  );
}
