import { useState } from 'react';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ActivityRow } from './ActivityRow.tsx';
import { isPending } from './status.ts';

const FIRST = 30;

const FILTERS = [
  { filter: 'all', label: 'All' },
  { filter: 'pending', label: 'Under way' },
  { filter: 'transaction', label: 'Sent' },
  { filter: 'signature', label: 'Signed' },
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
      <PageHeader title="Activity" onBack={onBack} />
      <div role="tablist" aria-label="Show" className="flex rounded-xl bg-raised p-0.5 text-xs">
        {FILTERS.map(({ filter: name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={filter === name}
            onClick={() => setFilter(name)}
            className={`flex-1 rounded-lg px-2 py-1.5 font-medium ${filter === name ? 'bg-surface' : 'text-muted'}`}
          >
            {label}
          </button>
        ))}
      </div>
      {rows.length === 0 ? (
        <p className="p-8 text-center text-sm text-muted">
          {entries.length === 0
            ? 'Nothing yet. What you sign or send stands here, with who asked for it.'
            : 'Nothing of this kind.'}
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
          Show older
        </Button>
      ) : null}
    </div>
  );
}
