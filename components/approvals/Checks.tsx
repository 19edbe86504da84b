import { Check, CircleX, TriangleAlert } from 'lucide-react';
import type { ApprovalCheck } from '../../shared/approvals/view.ts';

const ICONS = {
  passed: { Icon: Check, tone: 'text-good', word: 'passed' },
  warned: { Icon: TriangleAlert, tone: 'text-warn', word: 'warning' },
  failed: { Icon: CircleX, tone: 'text-bad', word: 'failed' },
} as const;

/** Findings first; what passed is folded into a line that opens. */
export function Checks({ checks }: { checks: readonly ApprovalCheck[] }) {
  if (checks.length === 0) return null;
  const passed = checks.filter(({ status }) => status === 'passed');
  const findings = checks.filter(({ status }) => status !== 'passed');
  return (
    <section aria-label="Checks" className="flex flex-col gap-1.5 text-sm">
      {findings.map((check) => (
        <CheckLine key={check.label} check={check} />
      ))}
      {passed.length === 0 ? null : (
        <details>
          <summary className="flex cursor-pointer items-center gap-2 text-good">
            <Check aria-hidden size={15} className="shrink-0" />
            {passed.length} {passed.length === 1 ? 'check' : 'checks'} passed:{' '}
            <span className="min-w-0 flex-1 truncate text-xs text-muted">
              {passed.map(({ label }) => label.toLowerCase()).join(', ')}
            </span>
          </summary>
          <div className="mt-1.5 flex flex-col gap-1.5 pl-1">
            {passed.map((check) => (
              <CheckLine key={check.label} check={check} />
            ))}
          </div>
        </details>
      )}
    </section>
  );
}

function CheckLine({ check }: { check: ApprovalCheck }) {
  const { Icon, tone, word } = ICONS[check.status];
  return (
    <p className="flex items-start gap-2">
      <Icon aria-label={word} size={15} className={`mt-0.5 shrink-0 ${tone}`} />
      <span className="min-w-0 break-words">
        {check.label}
        {check.detail === undefined ? null : (
          <span className="block text-xs text-muted">{check.detail}</span>
        )}
      </span>
    </p>
  );
}
