import { i18n } from '#i18n';
import { type LiveLeg, mostMillionths } from '../../../shared/desk/build.ts';
import type { Combination } from '../../../shared/desk/combine.ts';
import { candidate } from '../../../shared/desk/holding.ts';
import { curvePrices, profitsAt } from '../../../shared/desk/portfolio-curve.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { payUsd } from '../../texts/payments.ts';
import { Button } from '../../ui/Button.tsx';
import { quoteName } from '../trade/orders/quote-name.ts';
import { CombinedFigures } from './CombinedFigures.tsx';
import { CurvesPicture } from './CurvesPicture.tsx';
import type { ReviewedLeg } from './use-leg-fills.ts';

/** The legs as one position: its picture and figures, and the ways to fill it. */
export function Combined(props: {
  combination: Combination;
  legs: readonly LiveLeg[];
  spot: number;
  onStructure: (row: OrderRow, contracts: bigint) => void;
  onLegs: (legs: readonly ReviewedLeg[]) => void;
}) {
  const { combination, legs, spot } = props;
  const { fills, structure, cash } = combination;
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const isReady = legs.every(
    ({ row, millionths, isLive }) =>
      isLive && row.isChecked && millionths > 0n && millionths <= mostMillionths(row),
  );
  return (
    <>
      <Picture fills={fills} spot={spot} now={now} />
      <CombinedFigures combination={combination} />
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
        onClick={() => props.onLegs(fills.map((fill) => ({ fill, price: fill.row.price })))}
      >
        {i18n.t('desk.reviewFills', fills.length)}
      </Button>
    </>
  );
}

function Picture(props: { fills: Combination['fills']; spot: number; now: number }) {
  const { fills, spot, now } = props;
  const holdings = fills.map((fill) => candidate(fill, fill.row.impliedVolatility));
  const end = { at: Number.POSITIVE_INFINITY, volatilityShift: 0 };
  const prices = curvePrices(holdings, spot, end);
  const hasModel = holdings.every(({ volatility }) => volatility !== undefined);
  return (
    <CurvesPicture
      asset={fills[0]?.row.asset ?? ''}
      prices={prices}
      atExpiry={profitsAt(holdings, prices, end)}
      before={hasModel ? profitsAt(holdings, prices, { ...end, at: now }) : undefined}
      spot={spot}
    />
  );
}
