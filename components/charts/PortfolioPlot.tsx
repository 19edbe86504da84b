import { i18n } from '#i18n';
import { priceText } from './chart-texts.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { PriceLine } from './PriceLine.tsx';
import { Extent, ProfitShape } from './ProfitShape.tsx';
import { EDGE, HEIGHT, outlineOf, type Point, plotOf, WIDTH } from './plot.ts';
import { SpotLine } from './SpotLine.tsx';

/** Draws the profit of several options over the price: at expiry, and before it. */
export function PortfolioPlot(props: {
  atExpiry: readonly Point[];
  before: readonly Point[];
  spot: number;
  /** A price that the user imagines. */
  supposed?: number | undefined;
  /** Changes the texts of gains and losses, for example to hide them. */
  valueText?: (text: string) => string;
}) {
  const { atExpiry, before, spot, supposed } = props;
  const plot = plotOf(
    atExpiry,
    before.map(([, value]) => value),
  );
  const { x, from, to } = plot;
  const isInside = (price: number) => price >= from && price <= to;
  const marks = [from, (from + to) / 2, to];
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="w-full text-[10px] @min-[30rem]:text-[7px]"
      aria-hidden="true"
    >
      <ProfitShape plot={plot} />
      <path
        d={outlineOf(before, plot)}
        className="fill-none stroke-ink/70"
        strokeWidth="1.5"
        strokeDasharray="4 3"
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
      <Extent plot={plot} valueText={props.valueText} />
      {marks.map((price) => (
        <PlotLabel key={price} at={x(price)} y={HEIGHT - 10} className="fill-muted">
          {priceText(price)}
        </PlotLabel>
      ))}
    </svg>
  );
}
