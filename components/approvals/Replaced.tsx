import { i18n } from '#i18n';
import type { FeeOption, ReplacedView } from '../../shared/approvals/view.ts';
import { Rows } from './Rows.tsx';

/** The transaction that is sped up or cancelled, and what its fee was. */
export function Replaced({
  replaced,
  fee,
}: {
  replaced: ReplacedView;
  fee: FeeOption | undefined;
}) {
  const before = replaced.usd ?? replaced.total;
  const now = fee?.usd ?? fee?.total;
  return (
    <section className="flex shrink-0 flex-col gap-2 rounded-xl border border-line bg-surface p-3">
      <h2 className="text-xs font-semibold text-muted">
        {i18n.t(replaced.isCancelled ? 'approvals.isCancelled' : 'approvals.isSpedUp')}
      </h2>
      <p className="text-sm font-medium break-words">{replaced.words}</p>
      {now === undefined ? null : (
        <Rows
          rows={[
            {
              label: i18n.t('approvals.networkFeeAtMost'),
              value: i18n.t('approvals.beforeAndNow', { before, now }),
              full: i18n.t('approvals.beforeAndNow', {
                before: replaced.total,
                now: fee?.total ?? now,
              }),
            },
          ]}
        />
      )}
      <p className="text-xs text-muted">{i18n.t('approvals.onlyOneOfBoth')}</p>
    </section>
  );
}
