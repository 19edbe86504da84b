import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useNow } from '../../hooks/use-now.ts';
import { fittingPrice } from '../../texts/position-texts.ts';
import { ageOf } from '../../texts/times.ts';

/** Shows the spot price with which a value was computed, with its source and age. */
export function SpotSource({ row: { spot } }: { row: PositionRow }) {
  const now = useNow(1000);
  if (spot === undefined) return null;
  const price = fittingPrice(spot.price);
  const text =
    spot.source === 'chain'
      ? i18n.t('positions.spotFromChain', { price })
      : i18n.t('positions.spotFromFeed', { price });
  return (
    <p className={`text-xs ${spot.source === 'chain' ? 'text-muted' : 'text-warn'}`}>
      {text}
      {spot.at === undefined ? '' : ` · ${ageOf(spot.at, now)}`}
    </p>
  );
}
