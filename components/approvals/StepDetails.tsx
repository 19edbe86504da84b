import type { StepView } from '../../shared/approvals/view.ts';
import { PayoffChart } from '../charts/PayoffChart.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Checks } from './Checks.tsx';
import { Rows } from './Rows.tsx';

/** What one transaction does: its facts, its picture, its checks. */
export function StepDetails({ step }: { step: StepView }) {
  return (
    <>
      <Rows rows={step.rows} />
      {step.picture === undefined ? null : (
        <PayoffChart picture={step.picture} label="Profit and loss at expiry" />
      )}
      <Checks checks={step.checks} />
    </>
  );
}

/** The bytes as they will be signed, to be copied. */
export function RawData({ step, title }: { step: StepView; title: string }) {
  return (
    <details className="rounded-xl border border-line px-3 py-2 text-xs">
      <summary className="cursor-pointer font-medium">{title}</summary>
      <dl className="mt-2 flex flex-col gap-2">
        {step.raw.map(({ label, value }) => (
          <div key={label}>
            <dt className="flex items-center gap-1 text-muted">
              {label} <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
            </dt>
            <dd className="max-h-32 overflow-y-auto font-mono break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
