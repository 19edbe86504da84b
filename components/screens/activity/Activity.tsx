import { useState } from 'react';
import { i18n } from '#i18n';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ActivityRow } from './ActivityRow.tsx';
import { isPending } from './status.ts';

const FIRST = 30;

const FILTERS = [
  { filter: 'all', label: 'activity.all' },
  { filter: 'pending', label: 'activity.underWay' },
  { filter: 'transaction', label: 'activity.sent' },
  { filter: 'signature', label: 'activity.signed' },
] as const;

type Filter = (typeof FILTERS)[number]['filter'];

/** Everything that was signed, sent or connected, by whom, and what became of it. */
export function Activity({ onBack }: { onBack: () => void }) {
  const entries = useSnapshot((snapshot) => snapshot.activity) ?? [];
  const [filter, setFilter] = useState<Filter>('all');
  const [count, setCount] = useState(FIRST);
  const now = useNow(5000);
  const rows = entries.filter(
    (entry) =>
      filter === 'all' || (filter === 'pending' ? isPending(entry) : entry.kind === filter),
  );
  return (
    <div className="flex flex-col gap-3 p-4">
      <PageHeader title={i18n.t('activity.activity')} onBack={onBack} />
      <div
        role="tablist"
        aria-label={i18n.t('activity.show')}
        className="flex rounded-xl bg-raised p-0.5 text-xs"
      >
        {FILTERS.map(({ filter: name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={filter === name}
            onClick={() => setFilter(name)}
            className={`flex-1 rounded-lg px-2 py-1.5 font-medium ${filter === name ? 'bg-surface' : 'text-muted'}`}
          >
            {i18n.t(label)}
          </button>
        ))}
      </div>
      {rows.length === 0 ? (
        <p className="p-8 text-center text-sm text-muted">
          {entries.length === 0
            ? i18n.t('activity.nothingYetWhatYouSign')
            : i18n.t('activity.nothingOfThisKind')}
        </p>
      ) : (
        <ul
          data-testid="activity-list"
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {rows.slice(0, count).map((entry) => (
            <ActivityRow key={entry.id} entry={entry} now={now} />
          ))}
        </ul>
      )}
      {rows.length > count ? (
        <Button kind="quiet" onClick={() => setCount(count + FIRST)}>
          {i18n.t('activity.showOlder')}
        </Button>
      ) : null}
    </div>
  );
}
