import { i18n } from '#i18n';
import type { CombinedModel } from '../../../shared/desk/combined-model.ts';
import { curvePrices, profitsAt } from '../../../shared/desk/portfolio-curve.ts';
import { localTime } from '../../texts/times.ts';
import { CurvesPicture } from './CurvesPicture.tsx';

/** Draws the profit of all legs together: now, and at expiry (with two expiries, at the first). */
export function CombinedPicture(props: {
  model: CombinedModel;
  asset: string;
  /** In dollars. */
  spot: number;
  /** Unix seconds. */
  now: number;
}) {
  const { spot, now } = props;
  const { at, holdings } = props.model;
  const isSeveral = holdings.some(({ expiry }) => expiry !== at);
  const end = { at: isSeveral ? at : Number.POSITIVE_INFINITY, volatilityShift: 0 };
  const prices = curvePrices(holdings, spot, end);
  const isModelled = holdings.every(({ volatility }) => volatility !== undefined);
  if (isSeveral && !isModelled)
    return <p className="text-xs text-muted">{i18n.t('desk.noLaterValue')}</p>;
  return (
    <CurvesPicture
      asset={props.asset}
      prices={prices}
      atExpiry={profitsAt(holdings, prices, end)}
      endName={isSeveral ? i18n.t('desk.atFirstExpiry', { time: localTime(at) }) : undefined}
      before={isModelled ? profitsAt(holdings, prices, { ...end, at: now }) : undefined}
      spot={spot}
    />
  );
}
