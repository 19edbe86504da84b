import { useId } from 'react';
import { i18n } from '#i18n';
import type { PayoffPicture } from '../../shared/orders/picture.ts';
import { valueAt } from '../../shared/orders/picture.ts';
import { priceText, signedDollars } from './chart-texts.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { EDGE, HEIGHT, insideOf, type Plot, type Point, WIDTH, withoutOverlap } from './plot.ts';

/** Draws the curve, the zero line, strikes, break-evens, spot, and the selected price. */
export function PayoffPlot(props: {
  picture: PayoffPicture;
  points: readonly Point[];
  plot: Plot;
  view: 'profit' | 'payout';
  at: number | undefined;
}) {
  const { picture, points, plot, view, at } = props;
  const id = useId();
  const { x, y, from, to } = plot;
  const isInside = (price: number) => price >= from && price <= to;
  const spot = picture.spot !== undefined && isInside(picture.spot) ? picture.spot : undefined;
  const breakEvens = view === 'profit' ? picture.breakEvens.filter(isInside) : [];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full text-[10px]" aria-hidden="true">
      <clipPath id={`${id}-gain`}>
        <rect x="0" y="0" width={WIDTH} height={Math.max(0, y(0))} />
      </clipPath>
      <clipPath id={`${id}-loss`}>
        <rect x="0" y={y(0)} width={WIDTH} height={Math.max(0, HEIGHT - y(0))} />
      </clipPath>
      {picture.strikes.filter(isInside).map((strike) => (
        <line
          key={strike}
          x1={x(strike)}
          x2={x(strike)}
          y1={EDGE.top}
          y2={HEIGHT - EDGE.bottom}
          strokeDasharray="2 4"
          className="stroke-muted/50"
        />
      ))}
      <path d={plot.fill} clipPath={`url(#${id}-gain)`} className="fill-good/20" />
      <path d={plot.fill} clipPath={`url(#${id}-loss)`} className="fill-bad/20" />
      <line
        x1={EDGE.left}
        x2={WIDTH - EDGE.right}
        y1={y(0)}
        y2={y(0)}
        className="stroke-muted/60"
      />
      {(['gain', 'loss'] as const).map((side) => (
        <path
          key={side}
          d={plot.outline}
          clipPath={`url(#${id}-${side})`}
          className={`fill-none ${side === 'gain' ? 'stroke-good' : 'stroke-bad'}`}
          strokeWidth="2"
          strokeLinejoin="round"
        />
      ))}
      <Extent plot={plot} />
      {spot === undefined ? null : (
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
      )}
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
          <line
            x1={x(at)}
            x2={x(at)}
            y1={EDGE.top}
            y2={HEIGHT - EDGE.bottom}
            className="stroke-accent/60"
          />
          <circle
            cx={x(at)}
            cy={y(valueAt(points, at))}
            r="4.5"
            className="fill-accent stroke-surface"
            strokeWidth="1.5"
          />
        </>
      )}
    </svg>
  );
}

/** Shows the largest and smallest value of the curve here, with their signs. */
function Extent({ plot: { high, low, y } }: { plot: Plot }) {
  return (
    <>
      {high > 0 ? (
        <text x={EDGE.left + 2} y={y(high) - 5} className="fill-good font-semibold">
          {signedDollars(high)}
        </text>
      ) : null}
      {low < 0 ? (
        <text x={EDGE.left + 2} y={y(low) + 12} className="fill-bad font-semibold">
          {signedDollars(low)}
        </text>
      ) : null}
    </>
  );
}

function Axis(props: {
  prices: readonly number[];
  plot: Plot;
  y: number;
  mark: string;
  className: string;
}) {
  const labels = props.prices.map((price) => {
    const text = `${props.mark}${priceText(price)}`;
    return { price, text, at: insideOf(props.plot.x(price), text) };
  });
  return withoutOverlap(labels).map(({ price, text, at }) => (
    <PlotLabel key={price} at={at} y={props.y} className={props.className}>
      {text}
    </PlotLabel>
  ));
}
