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
  return (
    <section className="flex shrink-0 flex-col gap-2 rounded-xl border border-line bg-surface p-3">
      <h2 className="text-xs font-semibold text-muted">
        {i18n.t(replaced.isCancelled ? 'approvals.isCancelled' : 'approvals.isSpedUp')}
      </h2>
      <p className="text-sm font-medium break-words">{replaced.words}</p>
      {fee === undefined ? null : (
        <Rows
          rows={[
            {
              label: i18n.t('approvals.feeBefore'),
              value: replaced.usd ?? replaced.total,
              full: replaced.total,
            },
            { label: i18n.t('approvals.feeNow'), value: fee.usd ?? fee.total, full: fee.total },
          ]}
        />
      )}
      <p className="text-xs text-muted">{i18n.t('approvals.onlyOneOfBoth')}</p>
    </section>
  );
}
