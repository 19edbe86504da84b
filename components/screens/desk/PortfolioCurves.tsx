import { useState } from 'react';
import { i18n } from '#i18n';
import type { Holding } from '../../../shared/desk/holding.ts';
import { curvePrices, profitsAt, type Scene } from '../../../shared/desk/portfolio-curve.ts';
import { useIsHidden } from '../../hooks/use-hidden-amounts.ts';
import { localTime } from '../../texts/times.ts';
import { Select } from '../../ui/Select.tsx';
import { CurvesPicture } from './CurvesPicture.tsx';

const ALL = 'all';

/**
 * Draws the profit over the price: at one or all expiries, and at the assumed moment. Draws nothing
 * while amounts are hidden, because the lines show gains and losses.
 */
export function PortfolioCurves(props: {
  holdings: readonly Holding[];
  /** Current price of the asset in dollars; `supposed` is the price that the user assumes. */
  spot: number;
  supposed?: number | undefined;
  scene: Scene;
  asset: string;
}) {
  const { holdings, spot, scene, supposed } = props;
  const isHidden = useIsHidden();
  const [chosen, setChosen] = useState(ALL);
  if (isHidden) return null;
  const expiries = [...new Set(holdings.map(({ expiry }) => expiry))].sort((a, b) => a - b);
  const at = expiries.find((expiry) => String(expiry) === chosen) ?? Number.POSITIVE_INFINITY;
  const end = { ...scene, at };
  const prices = curvePrices(holdings, supposed ?? spot, end);
  const isValued = holdings.some(({ volatility }) => volatility !== undefined);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Select
        label={i18n.t('desk.curveAt')}
        options={[
          { value: ALL, text: i18n.t('desk.ownExpiries') },
          ...expiries.map((expiry) => ({ value: String(expiry), text: localTime(expiry) })),
        ]}
        value={Number.isFinite(at) ? chosen : ALL}
        onPick={setChosen}
      />
      <CurvesPicture
        asset={props.asset}
        prices={prices}
        atExpiry={profitsAt(holdings, prices, end)}
        before={isValued ? profitsAt(holdings, prices, scene) : undefined}
        spot={spot}
        supposed={supposed}
      />
    </div>
  );
}
