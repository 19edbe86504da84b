import { ChartFrame } from './ChartFrame.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { LINE_STYLES, marksOf } from './line-styles.ts';
import { PriceAxis } from './PriceAxis.tsx';
import { Extent, ZeroLine } from './ProfitShape.tsx';
import { outlineOf, type Point, plotOf } from './plot.ts';
import { SpotLine } from './SpotLine.tsx';

export function LinesPlot(props: {
  lines: readonly { readonly name: string; readonly points: readonly Point[] }[];
  spot: number;
}) {
  const { lines, spot } = props;
  const plot = plotOf(
    lines[0]?.points ?? [],
    lines.flatMap(({ points }) => points.map(([, value]) => value)),
  );
  return (
    <>
      <ChartFrame>
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
        <Extent points={lines.flatMap(({ points }) => points)} plot={plot} />
        <PriceAxis plot={plot} />
      </ChartFrame>
      <ChartLegend
        lines={lines.map(({ name }, index) => ({ name, marks: marksOf(LINE_STYLES[index]) }))}
      />
    </>
  );
}
