import type { PayoffPicture } from '../../shared/orders/picture.ts';
import { valueAt } from '../../shared/orders/picture.ts';
import { ChartFrame, useTextUnits } from './ChartFrame.tsx';
import { priceText } from './chart-texts.ts';
import { BEFORE_STYLE } from './line-styles.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { PriceLine } from './PriceLine.tsx';
import { Extent, ProfitShape } from './ProfitShape.tsx';
import { HEIGHT, insideOf, outlineOf, type Plot, type Point, withoutOverlap } from './plot.ts';
import { SpotLine } from './SpotLine.tsx';

/** Draws the curve, the zero line, strikes, break-evens, spot, and the selected price. */
export function PayoffPlot(props: {
  picture: PayoffPicture;
  points: readonly Point[];
  /** The profit before expiry, if it is drawn. */
  before: readonly Point[] | undefined;
  plot: Plot;
  view: 'profit' | 'payout';
  at: number | undefined;
}) {
  const { picture, points, before, plot, view, at } = props;
  const { x, y, from, to } = plot;
  const isInside = (price: number) => price >= from && price <= to;
  const spot = picture.spot !== undefined && isInside(picture.spot) ? picture.spot : undefined;
  const breakEvens = view === 'profit' ? picture.breakEvens.filter(isInside) : [];
  return (
    <ChartFrame>
      {picture.strikes.filter(isInside).map((strike) => (
        <PriceLine key={strike} plot={plot} at={strike} dash="2 4" className="stroke-muted/50" />
      ))}
      <ProfitShape plot={plot} />
      {before === undefined ? null : (
        <path
          d={outlineOf(before, plot)}
          className={`fill-none ${BEFORE_STYLE.className}`}
          strokeWidth="1.5"
          strokeDasharray={BEFORE_STYLE.dash}
        />
      )}
      <Extent points={points} plot={plot} />
      {spot === undefined ? null : <SpotLine plot={plot} spot={spot} />}
      {breakEvens.map((price) => (
        <circle
          key={price}
          cx={x(price)}
          cy={y(0)}
          r="3.5"
          className="fill-surface stroke-ink"
          strokeWidth="1.5"
        />
      ))}
      <Axis prices={breakEvens} plot={plot} y={HEIGHT - 25} mark="◦ " className="fill-ink" />
      <Axis
        prices={picture.strikes.filter(isInside)}
        plot={plot}
        y={HEIGHT - 10}
        mark=""
        className="fill-muted"
      />
      {at === undefined ? null : (
        <>
          <PriceLine plot={plot} at={at} className="stroke-accent/60" />
          {[points, ...(before === undefined ? [] : [before])].map((line, index) => (
            <circle
              key={index === 0 ? 'at expiry' : 'before'}
              cx={x(at)}
              cy={y(valueAt(line, at))}
              r="4.5"
              className={`stroke-surface ${index === 0 ? 'fill-accent' : 'fill-ink'}`}
              strokeWidth="1.5"
            />
          ))}
        </>
      )}
    </ChartFrame>
  );
}

function Axis(props: {
  prices: readonly number[];
  plot: Plot;
  y: number;
  mark: string;
  className: string;
}) {
  const units = useTextUnits();
  const labels = props.prices.map((price) => {
    const text = `${props.mark}${priceText(price)}`;
    return { price, text, at: insideOf(props.plot.x(price), text, units) };
  });
  return withoutOverlap(labels, units).map(({ price, text, at }) => (
    <PlotLabel key={price} at={at} y={props.y} className={props.className}>
      {text}
    </PlotLabel>
  ));
}
