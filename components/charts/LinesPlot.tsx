import { i18n } from '#i18n';
import { priceText, signedDollars } from './chart-texts.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { EDGE, HEIGHT, outlineOf, type Point, plotOf, WIDTH } from './plot.ts';

/** Told apart without colours, too. */
const STYLES = [
  { className: 'stroke-accent', dash: undefined, mark: '━' },
  { className: 'stroke-warn', dash: '6 3', mark: '╍' },
  { className: 'stroke-ink', dash: '2 3', mark: '┅' },
] as const;

/** Draws several profits over the price, with their names below. */
export function LinesPlot(props: {
  lines: readonly { readonly name: string; readonly points: readonly Point[] }[];
  spot: number;
}) {
  const { lines, spot } = props;
  const plot = plotOf(
    lines[0]?.points ?? [],
    lines.flatMap(({ points }) => points.map(([, value]) => value)),
  );
  const { x, y, from, to, high, low } = plot;
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full text-[10px]" aria-hidden="true">
        <line
          x1={EDGE.left}
          x2={WIDTH - EDGE.right}
          y1={y(0)}
          y2={y(0)}
          className="stroke-muted/60"
        />
        <line
          x1={x(spot)}
          x2={x(spot)}
          y1={EDGE.top - 4}
          y2={HEIGHT - EDGE.bottom}
          className="stroke-muted"
        />
        <PlotLabel at={x(spot)} y={11} className="fill-ink font-semibold">
          {i18n.t('chart.now', { price: priceText(spot) })}
        </PlotLabel>
        {lines.map(({ name, points }, index) => (
          <path
            key={name}
            d={outlineOf(points, plot)}
            className={`fill-none ${STYLES[index]?.className ?? ''}`}
            strokeWidth="2"
            strokeDasharray={STYLES[index]?.dash}
            strokeLinejoin="round"
          />
        ))}
        <text x={EDGE.left + 2} y={y(high) - 5} className="fill-muted">
          {signedDollars(high)}
        </text>
        <text x={EDGE.left + 2} y={y(low) + 12} className="fill-muted">
          {signedDollars(low)}
        </text>
        {[from, to].map((price) => (
          <PlotLabel key={price} at={x(price)} y={HEIGHT - 10} className="fill-muted">
            {priceText(price)}
          </PlotLabel>
        ))}
      </svg>
      <ul className="flex flex-wrap gap-x-4 px-2 text-xs">
        {lines.map(({ name }, index) => (
          <li key={name}>
            {STYLES[index]?.mark} {name}
          </li>
        ))}
      </ul>
    </>
  );
}
