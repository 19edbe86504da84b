import { i18n } from '#i18n';
import type { ActivityEntry } from '../../../../shared/activity/record.ts';
import { describeActivity, describeEnd } from '../../../approvals/describe-activity.ts';
import { useActivity } from '../../../hooks/use-activity.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { ageOf } from '../../../texts/times.ts';
import { statusOf } from '../activity/status.ts';

const SHOWN = 3;

/** Shows the newest signatures, transactions and connections. */
export function RecentActivity({ now, onMore }: { now: number; onMore: () => void }) {
  const rows = useActivity('all', SHOWN)?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section>
      <div className="mb-1 flex items-baseline justify-between">
        <h2 className="text-xs font-semibold text-muted">{i18n.t('home.activity')}</h2>
        <button
          type="button"
          className="rounded-md px-1 text-xs font-semibold text-accent"
          onClick={onMore}
        >
          {i18n.t('home.allActivity')}
        </button>
      </div>
      <ul className="flex flex-col gap-2" data-testid="activity">
        {rows.map((entry) => (
          <Recent key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
    </section>
  );
}

function Recent({ entry, now }: { entry: ActivityEntry; now: number }) {
  const sentence = useHidden()(describeActivity(entry));
  const end = describeEnd(entry);
  return (
    <li className="text-sm">
      <p className="truncate" title={sentence}>
        {sentence}
      </p>
      <p className="truncate text-xs text-muted">
        {ageOf(entry.at, now)}
        {entry.kind === 'transaction' ? ` · ${statusOf(entry).text}` : ''}
        {entry.origin === '' ? '' : ` · ${entry.origin}`}
      </p>
      {end === undefined ? null : <p className="text-xs text-bad">{end}</p>}
    </li>
  );
}
