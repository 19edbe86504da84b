import { ArrowDownLeft, ArrowUpRight, Check, CircleX, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { FeePreset } from '../../shared/approvals/types.ts';
import type {
  ApprovalCheck,
  ApprovalRow,
  AssetMove,
  TransactionView,
} from '../../shared/approvals/view.ts';
import { shortAddress } from '../../shared/format.ts';
import { PayoffChart } from '../charts/PayoffChart.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ApprovalFrame } from './ApprovalFrame.tsx';

/** A transaction: what leaves and arrives, what was checked, what it costs, and its bytes. */
export function TransactionCard(props: {
  view: TransactionView;
  onSend: (fee: FeePreset) => void;
  onReject: () => void;
}) {
  const { view } = props;
  const [fee, setFee] = useState<FeePreset>('normal');
  const [isAcknowledged, setIsAcknowledged] = useState(false);
  const canConfirm = view.refusal === undefined && view.fees.length > 0;
  return (
    <ApprovalFrame
      view={view}
      title={view.sentence}
      confirm="Confirm"
      onConfirm={canConfirm ? () => props.onSend(fee) : undefined}
      isBlocked={view.danger !== undefined && !isAcknowledged}
      onReject={props.onReject}
    >
      {view.refusal === undefined ? null : <Notice tone="bad">{view.refusal}</Notice>}
      <Outcome view={view} />
      {view.leaves.length + view.arrives.length === 0 ? null : (
        <section className="grid grid-cols-2 gap-2" aria-label="What moves">
          <Moves title="Leaves" moves={view.leaves} Icon={ArrowUpRight} />
          <Moves title="Arrives" moves={view.arrives} Icon={ArrowDownLeft} />
        </section>
      )}
      {view.picture === undefined ? null : (
        <PayoffChart picture={view.picture} label="Profit and loss at expiry" />
      )}
      <Rows rows={view.rows} />
      <Checks checks={view.checks} />
      <Fees view={view} fee={fee} onFee={setFee} />
      <details className="rounded-xl border border-line px-3 py-2 text-xs">
        <summary className="cursor-pointer font-medium">Raw data</summary>
        <dl className="mt-2 flex flex-col gap-2">
          {view.raw.map(({ label, value }) => (
            <div key={label}>
              <dt className="flex items-center gap-1 text-muted">
                {label} <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
              </dt>
              <dd className="max-h-32 overflow-y-auto font-mono break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p className="text-xs text-muted">
        From {view.accountName} ({shortAddress(view.account)})
        {view.balance === undefined ? '' : `, which holds ${view.balance}`}
      </p>
      {view.danger === undefined ? null : (
        <label className="flex items-start gap-2 rounded-xl bg-bad-soft p-3 text-sm text-bad">
          <input
            type="checkbox"
            className="mt-1"
            checked={isAcknowledged}
            onChange={(event) => setIsAcknowledged(event.target.checked)}
          />
          {view.danger}
        </label>
      )}
    </ApprovalFrame>
  );
}

function Outcome({ view }: { view: TransactionView }) {
  const { outcome, block, reason } = view.simulation;
  if (outcome === 'fails') return <Notice tone="bad">{reason}</Notice>;
  if (outcome === 'unknown') {
    return <Notice tone="warn">The chain does not answer, so nothing could be simulated.</Notice>;
  }
  return <p className="text-xs text-muted">Simulated at block {block}: it goes through.</p>;
}

function Moves(props: { title: string; moves: readonly AssetMove[]; Icon: typeof ArrowUpRight }) {
  const { title, moves, Icon } = props;
  return (
    <div className="rounded-xl bg-raised p-3">
      <h2 className="flex items-center gap-1 text-xs font-semibold text-muted">
        <Icon aria-hidden size={13} /> {title}
      </h2>
      {moves.length === 0 ? <p className="text-sm">nothing</p> : null}
      {moves.map((move) => (
        <div key={`${move.symbol}-${move.note}`} title={`${move.exact} ${move.symbol}`}>
          <p className="text-sm font-semibold">
            {move.amount} {move.symbol}
          </p>
          {move.note === undefined ? null : <p className="text-xs text-muted">{move.note}</p>}
        </div>
      ))}
    </div>
  );
}

function Rows({ rows }: { rows: readonly ApprovalRow[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      {rows.map(({ label, value, full }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="shrink-0 text-muted">{label}</dt>
          <dd className="min-w-0 text-right font-medium break-words" title={full ?? value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const CHECK_ICONS = {
  passed: { Icon: Check, tone: 'text-good', word: 'passed' },
  warned: { Icon: TriangleAlert, tone: 'text-warn', word: 'warning' },
  failed: { Icon: CircleX, tone: 'text-bad', word: 'failed' },
} as const;

/** Findings first; what passed is folded into a line that opens. */
function Checks({ checks }: { checks: readonly ApprovalCheck[] }) {
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
          <summary className="flex cursor-pointer items-center gap-2">
            <Check aria-hidden size={15} className="text-good" />
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
  const { Icon, tone, word } = CHECK_ICONS[check.status];
  return (
    <p className="flex items-start gap-2">
      <Icon aria-label={word} size={15} className={`mt-0.5 shrink-0 ${tone}`} />
      <span>
        {check.label}
        {check.detail === undefined ? null : (
          <span className="block text-xs text-muted">{check.detail}</span>
        )}
      </span>
    </p>
  );
}

function Fees(props: { view: TransactionView; fee: FeePreset; onFee: (fee: FeePreset) => void }) {
  const { view, fee, onFee } = props;
  if (view.fees.length === 0) {
    return (
      <p className="text-xs text-muted">
        No network fee can be estimated, so this cannot be confirmed.
      </p>
    );
  }
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="mb-1 text-xs font-semibold text-muted">Network fee, at most</legend>
      {view.fees.map((option) => (
        <label
          key={option.preset}
          className={`cursor-pointer rounded-xl border px-2 py-1.5 text-center text-xs has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent ${fee === option.preset ? 'border-accent bg-accent-soft' : 'border-line'}`}
        >
          <input
            type="radio"
            name="fee"
            className="sr-only"
            checked={fee === option.preset}
            onChange={() => onFee(option.preset)}
          />
          <span className="block font-semibold">{option.label}</span>
          <span className="block" title={`${option.eth} ETH`}>
            {option.usd ?? `${option.eth} ETH`}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
