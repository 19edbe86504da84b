import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { i18n } from '#i18n';
import type { MoveFact } from '../../shared/approvals/facts/moves.ts';
import { describeMove, isOneForOne } from './describe-moves.ts';

/** Number of incoming assets that aren't folded. */
const SHOWN = 8;

/** Shows the outgoing and the incoming assets. */
export function Moves(props: { leaves: readonly MoveFact[]; arrives: readonly MoveFact[] }) {
  const { leaves, arrives } = props;
  if (leaves.length + arrives.length === 0) return null;
  return (
    <section className="flex flex-wrap gap-2" aria-label={i18n.t('approvals.moves')}>
      {isNetOf(arrives, leaves) ? null : (
        <Direction
          title={i18n.t('approvals.leaves')}
          moves={leaves}
          // Every outgoing asset is shown, because the user consents to it.
          shown={leaves.length}
          isRoundedUp={() => true}
          Icon={ArrowUpRight}
        />
      )}
      {isNetOf(leaves, arrives) ? null : (
        <Direction
          title={i18n.t('approvals.arrives')}
          moves={arrives}
          shown={SHOWN}
          isRoundedUp={(move) => leaves.some((other) => isOneForOne(other, move))}
          Icon={ArrowDownLeft}
        />
      )}
    </section>
  );
}

/**
 * Returns true if a net amount in one direction already includes all movements in the other
 * direction.
 */
const isNetOf = (moves: readonly MoveFact[], others: readonly MoveFact[]) =>
  others.length === 0 && moves.some(({ note }) => note?.code === 'net');

type IsRoundedUp = (move: MoveFact) => boolean;

function Direction(props: {
  title: string;
  moves: readonly MoveFact[];
  shown: number;
  isRoundedUp: IsRoundedUp;
  Icon: typeof ArrowUpRight;
}) {
  const { title, moves, shown, isRoundedUp, Icon } = props;
  const rest = moves.slice(shown);
  return (
    <div className="min-w-min flex-1 basis-2/5 rounded-xl bg-raised p-3">
      <h2 className="flex items-center gap-1 text-xs font-semibold text-muted">
        <Icon aria-hidden size={13} /> {title}
      </h2>
      {moves.length === 0 ? <p className="text-sm">{i18n.t('approvals.movesNothing')}</p> : null}
      <MoveList moves={moves.slice(0, shown)} isRoundedUp={isRoundedUp} />
      {rest.length === 0 ? null : (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer text-muted">
            {i18n.t('approvals.moreAssets', rest.length)}
          </summary>
          <div className="max-h-48 overflow-y-auto">
            <MoveList moves={rest} isRoundedUp={isRoundedUp} />
          </div>
        </details>
      )}
    </div>
  );
}

const ONE_LINE = 24;

function MoveList(props: { moves: readonly MoveFact[]; isRoundedUp: IsRoundedUp }) {
  const keyed = props.moves
    .map((move) => describeMove(move, props.isRoundedUp(move)))
    .map((move, index) => ({ key: `${index} ${move.symbol}`, move }));
  return keyed.map(({ key, move }) => (
    <div key={key} title={`${move.exact} ${move.symbol}`}>
      <p className="text-sm font-semibold wrap-anywhere">
        <span className={move.amount.length <= ONE_LINE ? 'whitespace-nowrap' : ''}>
          {move.amount}
        </span>{' '}
        {move.symbol}
      </p>
      {move.note === undefined ? null : <p className="text-xs text-muted">{move.note}</p>}
    </div>
  ));
}
