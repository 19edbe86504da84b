import { i18n } from '#i18n';
import { priceText } from './chart-texts.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { EDGE, HEIGHT, type Plot } from './plot.ts';

/** Marks the asset's price now. */
export function SpotLine({ plot: { x }, spot }: { plot: Plot; spot: number }) {
  return (
    <>
      <line
        x1={x(spot)}
        x2={x(spot)}
        y1={EDGE.top - 4}
        y2={HEIGHT - EDGE.bottom}
        className="stroke-ink"
      />
      <PlotLabel at={x(spot)} y={11} className="fill-ink font-semibold">
        {i18n.t('chart.now', { price: priceText(spot) })}
      </PlotLabel>
    </>
  );
}
