import { i18n } from '#i18n';
import { ChartFrame } from './ChartFrame.tsx';
import { priceText } from './chart-texts.ts';
import { BEFORE_STYLE } from './line-styles.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { PriceAxis } from './PriceAxis.tsx';
import { PriceLine } from './PriceLine.tsx';
import { Extent, ProfitShape } from './ProfitShape.tsx';
import { EDGE, outlineOf, type Point, plotOf } from './plot.ts';
import { SpotLine } from './SpotLine.tsx';

/** Draws the profit of several options over the price: at expiry, and before it. */
export function PortfolioPlot(props: {
  atExpiry: readonly Point[];
  before: readonly Point[];
  spot: number;
  /** The price that the user assumes. */
  supposed?: number | undefined;
}) {
  const { atExpiry, before, spot, supposed } = props;
  const plot = plotOf(
    atExpiry,
    before.map(([, value]) => value),
  );
  const { x, from, to } = plot;
  const isInside = (price: number) => price >= from && price <= to;
  return (
    <ChartFrame>
      <ProfitShape plot={plot} />
      <path
        d={outlineOf(before, plot)}
        className={`fill-none ${BEFORE_STYLE.className}`}
        strokeWidth="1.5"
        strokeDasharray={BEFORE_STYLE.dash}
      />
      {isInside(spot) ? <SpotLine plot={plot} spot={spot} /> : null}
      {supposed === undefined ? null : (
        <>
          <PriceLine plot={plot} at={supposed} dash="2 3" className="stroke-warn" />
          <PlotLabel at={x(supposed)} y={EDGE.top + 2} className="fill-warn font-semibold">
            {i18n.t('chart.supposed', { price: priceText(supposed) })}
          </PlotLabel>
        </>
      )}
      <Extent points={atExpiry} plot={plot} />
      <PriceAxis plot={plot} />
    </ChartFrame>
  );
}
