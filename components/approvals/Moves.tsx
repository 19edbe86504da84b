import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { i18n } from '#i18n';
import type { AssetMove } from '../../shared/approvals/view.ts';

/** What leaves the account and what arrives. */
export function Moves(props: { leaves: readonly AssetMove[]; arrives: readonly AssetMove[] }) {
  const { leaves, arrives } = props;
  if (leaves.length + arrives.length === 0) return null;
  return (
    <section className="grid grid-cols-2 gap-2" aria-label={i18n.t('approvals.whatMoves')}>
      <Direction title={i18n.t('approvals.leaves')} moves={leaves} Icon={ArrowUpRight} />
      <Direction title={i18n.t('approvals.arrives')} moves={arrives} Icon={ArrowDownLeft} />
    </section>
  );
}

function Direction(props: {
  title: string;
  moves: readonly AssetMove[];
  Icon: typeof ArrowUpRight;
}) {
  const { title, moves, Icon } = props;
  return (
    <div className="min-w-0 rounded-xl bg-raised p-3">
      <h2 className="flex items-center gap-1 text-xs font-semibold text-muted">
        <Icon aria-hidden size={13} /> {title}
      </h2>
      {moves.length === 0 ? <p className="text-sm">{i18n.t('approvals.nothing')}</p> : null}
      {moves.map((move) => (
        <div key={`${move.symbol}-${move.note}`} title={`${move.exact} ${move.symbol}`}>
          <p className="text-sm font-semibold break-words">
            {move.amount} {move.symbol}
          </p>
          {move.note === undefined ? null : <p className="text-xs text-muted">{move.note}</p>}
        </div>
      ))}
    </div>
  );
}
