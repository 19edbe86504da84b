import { i18n } from '#i18n';
import { priceText } from './chart-texts.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { PriceLine } from './PriceLine.tsx';
import type { Plot } from './plot.ts';

/** Marks the asset's current price. */
export function SpotLine({ plot, spot }: { plot: Plot; spot: number }) {
  return (
    <>
      <PriceLine plot={plot} at={spot} above={4} className="stroke-ink" />
      <PlotLabel at={plot.x(spot)} y={11} className="fill-ink font-semibold">
        {i18n.t('chart.now', { price: priceText(spot) })}
      </PlotLabel>
    </>
  );
}
