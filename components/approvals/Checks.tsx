import { Check, CircleX, TriangleAlert } from 'lucide-react';
import { i18n } from '#i18n';
import type { ApprovalCheck } from './worded.ts';

const ICONS = {
  passed: { Icon: Check, tone: 'text-good' },
  warned: { Icon: TriangleAlert, tone: 'text-warn' },
  failed: { Icon: CircleX, tone: 'text-bad' },
} as const;

/** Shows every check with its result: findings first, then passed checks in a folded list. */
export function Checks({
  checks,
  of,
}: {
  checks: readonly ApprovalCheck[];
  /** Number of the step that the checks belong to. Defined only if there are several steps. */
  of?: number;
}) {
  if (checks.length === 0) return null;
  const passed = checks.filter(({ status }) => status === 'passed');
  const findings = checks.filter(({ status }) => status !== 'passed');
  return (
    <section
      aria-label={of === undefined ? i18n.t('checks.title') : `${i18n.t('checks.title')} ${of}`}
      className="flex flex-col gap-2 text-sm"
    >
      {findings.length === 0 ? null : (
        <ul className="flex flex-col gap-1.5">
          {findings.map((check) => (
            <Finding key={`${check.label} ${check.detail}`} check={check} />
          ))}
        </ul>
      )}
      {passed.length === 0 ? null : (
        <details open className="rounded-xl border border-line">
          <summary className="cursor-pointer px-3 py-2 font-semibold text-good">
            {i18n.t('checks.passed', passed.length)}
          </summary>
          <ul className="flex flex-col gap-1 px-3 pb-2.5 text-xs">
            {passed.map((check) => (
              <Passed key={check.label} check={check} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Finding({ check }: { check: ApprovalCheck }) {
  const { Icon, tone } = ICONS[check.status];
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-label={i18n.t(check.status === 'failed' ? 'checks.failed' : 'checks.warned')}
        size={15}
        className={`mt-0.5 shrink-0 ${tone}`}
      />
      <span className="min-w-0 font-medium break-words">
        {check.label}
        {check.detail === undefined ? null : (
          <span className="block text-xs font-normal text-muted" title={check.full}>
            {check.detail}
          </span>
        )}
      </span>
    </li>
  );
}

function Passed({ check }: { check: ApprovalCheck }) {
  const { Icon, tone } = ICONS[check.status];
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-label={i18n.t('checks.passedOne')}
        size={13}
        className={`mt-0.5 shrink-0 ${tone}`}
      />
      <span className="shrink-0">{check.label}</span>
      <span className="min-w-0 flex-1 text-end break-words text-muted" title={check.full}>
        {check.detail}
      </span>
    </li>
  );
}
