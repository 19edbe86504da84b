import { useMemo } from 'react';
import { i18n } from '#i18n';
import { type LiveLeg, mostMillionths } from '../../../shared/desk/build.ts';
import type { Combination } from '../../../shared/desk/combine.ts';
import { combinedModel } from '../../../shared/desk/combined-model.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { payUsd } from '../../texts/payments.ts';
import { Button } from '../../ui/Button.tsx';
import { quoteName } from '../trade/orders/quote-name.ts';
import { CombinedFigures } from './CombinedFigures.tsx';
import { CombinedPicture } from './CombinedPicture.tsx';

/** Shows the legs as one position: their chart and figures, and the ways to fill them. */
export function Combined(props: {
  combination: Combination;
  legs: readonly LiveLeg[];
  spot: number;
  onStructure: (row: OrderRow, contracts: bigint) => void;
  onLegs: (legs: readonly DeskFill[]) => void;
  onTry: () => void;
}) {
  const { combination, legs, spot } = props;
  const { fills, structure, cash } = combination;
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const model = useMemo(() => combinedModel(combination, now), [combination, now]);
  const isReady = legs.every(
    ({ row, millionths, isLive }) =>
      isLive && row.isChecked && millionths > 0n && millionths <= mostMillionths(row),
  );
  return (
    <>
      <CombinedPicture model={model} asset={fills[0]?.row.asset ?? ''} spot={spot} now={now} />
      <CombinedFigures combination={combination} model={model} />
      {structure === undefined ? null : (
        <div className="flex flex-col gap-2 rounded-xl border border-accent bg-accent-soft p-3 text-sm">
          <p>
            {i18n.t(structure.cash >= cash ? 'desk.sameForLess' : 'desk.sameForMore', {
              quote: quoteName(structure.fill.row),
              cost: payUsd(-structure.cash),
              legs: payUsd(-cash),
            })}
          </p>
          <Button
            onClick={() => props.onStructure(structure.fill.row, structure.fill.contracts)}
            disabled={!isReady}
          >
            {i18n.t('desk.openStructure')}
          </Button>
        </div>
      )}
      <Button
        kind={structure === undefined ? 'primary' : 'quiet'}
        disabled={!isReady}
        onClick={() => props.onLegs(fills)}
      >
        {i18n.t('desk.reviewFills', fills.length)}
      </Button>
      <Button kind="quiet" onClick={props.onTry}>
        {i18n.t('desk.try')}
      </Button>
    </>
  );
}
