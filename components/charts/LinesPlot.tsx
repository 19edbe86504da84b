import { priceText } from './chart-texts.ts';
import { LINE_STYLES } from './line-styles.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { Extent, ZeroLine } from './ProfitShape.tsx';
import { HEIGHT, outlineOf, type Point, plotOf, WIDTH } from './plot.ts';
import { SpotLine } from './SpotLine.tsx';

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
  const { x, from, to } = plot;
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full text-[10px]" aria-hidden="true">
        <ZeroLine plot={plot} />
        <SpotLine plot={plot} spot={spot} />
        {lines.map(({ name, points }, index) => (
          <path
            key={name}
            d={outlineOf(points, plot)}
            className={`fill-none ${LINE_STYLES[index]?.className ?? ''}`}
            strokeWidth="2"
            strokeDasharray={LINE_STYLES[index]?.dash}
            strokeLinejoin="round"
          />
        ))}
        <Extent plot={plot} />
        {[from, to].map((price) => (
          <PlotLabel key={price} at={x(price)} y={HEIGHT - 10} className="fill-muted">
            {priceText(price)}
          </PlotLabel>
        ))}
      </svg>
      <ul className="flex flex-wrap gap-x-4 px-2 text-xs">
        {lines.map(({ name }, index) => (
          <li key={name}>
            <span aria-hidden>{LINE_STYLES[index]?.mark}</span> {name}
          </li>
        ))}
      </ul>
    </>
  );
}
