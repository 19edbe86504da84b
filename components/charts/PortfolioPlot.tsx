import { useId } from 'react';
import { i18n } from '#i18n';
import { priceText, signedDollars } from './chart-texts.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { EDGE, HEIGHT, outlineOf, type Point, plotOf, WIDTH } from './plot.ts';

/** Draws the profit of several options over the price: at expiry, and before it. */
export function PortfolioPlot(props: {
  atExpiry: readonly Point[];
  before: readonly Point[];
  spot: number;
}) {
  const { atExpiry, before, spot } = props;
  const id = useId();
  const plot = plotOf(
    atExpiry,
    before.map(([, value]) => value),
  );
  const { x, y, from, to, high, low } = plot;
  const marks = [from, (from + to) / 2, to];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full text-[10px]" aria-hidden="true">
      <clipPath id={`${id}-gain`}>
        <rect x="0" y="0" width={WIDTH} height={Math.max(0, y(0))} />
      </clipPath>
      <clipPath id={`${id}-loss`}>
        <rect x="0" y={y(0)} width={WIDTH} height={Math.max(0, HEIGHT - y(0))} />
      </clipPath>
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
      <path
        d={outlineOf(before, plot)}
        className="fill-none stroke-ink/70"
        strokeWidth="1.5"
        strokeDasharray="4 3"
      />
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
      {marks.map((price) => (
        <PlotLabel key={price} at={x(price)} y={HEIGHT - 10} className="fill-muted">
          {priceText(price)}
        </PlotLabel>
      ))}
    </svg>
  );
}
