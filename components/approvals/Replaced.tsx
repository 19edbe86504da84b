import { i18n } from '#i18n';
import type { FeeOption, ReplacedView } from '../../shared/messages/approval-view.ts';
import { describeCost } from '../texts/describe-fees.ts';
import { describeCall } from './describe-call.ts';
import { Rows } from './Rows.tsx';

/** Shows the transaction that is sped up or cancelled, and its fee. */
export function Replaced({
  replaced,
  fee,
  coin,
}: {
  replaced: ReplacedView;
  fee: FeeOption | undefined;
  coin: string;
}) {
  const { total } = replaced;
  const before = total === undefined ? { total: '–' } : describeCost({ ...replaced, total }, coin);
  const now = fee === undefined ? undefined : describeCost(fee, coin);
  return (
    <section className="flex shrink-0 flex-col gap-2 rounded-xl border border-line bg-surface p-3">
      <h2 className="text-xs font-semibold text-muted">
        {i18n.t(
          replaced.isCancelled ? 'approvals.cancelledTransaction' : 'approvals.spedUpTransaction',
        )}
      </h2>
      <p className="text-sm font-medium break-words">{describeCall(replaced.what, 'asked')}</p>
      {now === undefined ? null : (
        <Rows
          rows={[
            {
              label: i18n.t('approvals.feeBefore'),
              value: before.usd ?? before.total,
              full: before.total,
            },
            { label: i18n.t('approvals.feeNow'), value: now.usd ?? now.total, full: now.total },
          ]}
        />
      )}
      <p className="text-xs text-muted">{i18n.t('approvals.replacementMeans')}</p>
    </section>
  );
}
