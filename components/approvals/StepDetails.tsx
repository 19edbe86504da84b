import { i18n } from '#i18n';
import type { NetworkFact } from '../../shared/messages/approval-view.ts';
import { useNow } from '../hooks/use-now.ts';
import { leftUntil } from '../texts/times.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Fact, Facts } from '../ui/Facts.tsx';
import { LongText } from '../ui/LongText.tsx';
import { later } from '../ui/later.tsx';
import { Checks } from './Checks.tsx';
import { Rows } from './Rows.tsx';
import type { ApprovalRow, WordedStep } from './worded.ts';

const PayoffChart = later(async () => (await import('../charts/PayoffChart.tsx')).PayoffChart);

/** Shows details of one transaction: facts, chart, checks. */
export function StepDetails({
  step,
  isRefused,
  network,
}: {
  step: WordedStep;
  isRefused: boolean;
  network: NetworkFact;
}) {
  return (
    <>
      <Highlights rows={step.highlights} />
      {step.endsAt === undefined || isRefused ? null : <Countdown endsAt={step.endsAt} />}
      {step.picture === undefined ? null : (
        <PayoffChart picture={step.picture} label={i18n.t('chart.profit')} />
      )}
      <Rows rows={step.rows} network={network} />
      <Checks checks={step.checks} of={step.number} />
    </>
  );
}

function Highlights({ rows }: { rows: readonly ApprovalRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Facts look="tiles">
      {rows.map(({ label, value, full }) => (
        <Fact key={label} label={label} text={value} hint={full ?? value} />
      ))}
    </Facts>
  );
}

function Countdown({ endsAt }: { endsAt: number }) {
  const now = useNow();
  const isOver = endsAt * 1000 <= now;
  return (
    <p className={`text-xs ${isOver ? 'text-bad' : 'text-muted'}`}>
      {isOver ? i18n.t('fill.over') : i18n.t('ticket.ends', { time: leftUntil(endsAt, now) })}
    </p>
  );
}

export function RawData({ step, title }: { step: WordedStep; title: string }) {
  return (
    <details className="rounded-xl border border-line px-3 py-2 text-xs">
      <summary className="cursor-pointer font-medium">{title}</summary>
      <Facts look="bytes" className="mt-2">
        {step.raw.map(({ label, value }) => (
          <Fact
            key={label}
            label={
              <>
                {label} <CopyButton value={value} label={i18n.t('approvals.copy', { label })} />
              </>
            }
            text={<LongText text={value} />}
          />
        ))}
      </Facts>
    </details>
  );
}
