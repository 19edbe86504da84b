import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { CardList } from '../../ui/CardList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PositionItem } from './PositionItem.tsx';

/** Maximum number of shown rows. Anyone can create such contracts for any account. */
const MAX_SHOWN = 20;

/** Lists options whose creation or collateral the chain doesn't prove, in a separate section. */
export function UnprovenPositions(props: {
  rows: readonly PositionRow[];
  now: number;
  onPick: (key: string) => void;
}) {
  const { rows, now, onPick } = props;
  return (
    <section aria-labelledby="unproven-title" className="mt-4 flex flex-col gap-2">
      <h2 id="unproven-title" className="text-sm font-semibold">
        {i18n.t('positions.unprovenTitle')} ({rows.length})
      </h2>
      <Notice tone="warn">{i18n.t('positions.unprovenWhy')}</Notice>
      <CardList
        testId="unproven-positions"
        items={rows.slice(0, MAX_SHOWN)}
        keyOf={({ key }) => key}
      >
        {(row) => <PositionItem row={row} now={now} onPick={() => onPick(row.key)} />}
      </CardList>
    </section>
  );
}
