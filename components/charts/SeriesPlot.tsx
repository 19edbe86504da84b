import { ChartFrame } from './ChartFrame.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { LINE_STYLES, marksOf } from './line-styles.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { EDGE, HEIGHT, outlineOf, type Point, WIDTH } from './plot.ts';
import { linearScale, roundTicks } from './scale.ts';

/** Space for the values at the left edge. */
const LEFT = 56;
const BOTTOM = 24;
/** Share of the values' range that is left free above and below. */
const ROOM = 0.1;
const MAX_TICKS = 4;

/** Draws measured values over strikes or times, without a zero line, and names the lines. */
export function SeriesPlot(props: {
  lines: readonly { readonly name: string; readonly points: readonly Point[] }[];
  xText: (x: number) => string;
  /** Positions of the labels on the lower edge; by default at round values. */
  xTicks?: readonly number[];
  yText: (y: number) => string;
  /** A marked position on the lower edge, with its text. */
  mark?: { readonly at: number; readonly text: string } | undefined;
  /** Ranges of values that mean a gain or a loss. */
  bands?: readonly { readonly from: number; readonly to: number; readonly isGain: boolean }[];
}) {
  const { lines, mark, bands = [], xText, yText } = props;
  const all = lines.flatMap(({ points }) => points);
  const [from, to] = rangeOf([...all.map(([x]) => x), ...(mark ? [mark.at] : [])]);
  const [low, high] = rangeOf(all.map(([, y]) => y));
  const room = (high - low || Math.abs(high) || 1) * ROOM;
  const x = linearScale([from, to], [LEFT, WIDTH - EDGE.right]);
  const [least, most] = [low - room, high + room];
  const ticks = roundTicks([least, most], MAX_TICKS);
  const yTicks = ticks.length > 0 ? ticks : [low];
  const { xTicks = roundTicks([from, to], MAX_TICKS) } = props;
  const scaled = linearScale([least, most], [HEIGHT - BOTTOM, EDGE.top]);
  const y = (value: number) => scaled(Math.min(most, Math.max(least, value)));
  return (
    <figure>
      <ChartFrame>
        {bands.map((band) => (
          <rect
            key={band.from}
            x={LEFT}
            width={WIDTH - EDGE.right - LEFT}
            y={y(band.to)}
            height={Math.max(0, y(band.from) - y(band.to))}
            className={band.isGain ? 'fill-good/15' : 'fill-bad/15'}
          />
        ))}
        {yTicks.map((value) => (
          <g key={value}>
            <line
              x1={LEFT}
              x2={WIDTH - EDGE.right}
              y1={y(value)}
              y2={y(value)}
              strokeDasharray="2 4"
              className="stroke-muted/50"
            />
            <text x={LEFT - 4} y={y(value) + 3} textAnchor="end" className="fill-muted">
              {yText(value)}
            </text>
          </g>
        ))}
        {mark === undefined ? null : (
          <>
            <line
              x1={x(mark.at)}
              x2={x(mark.at)}
              y1={EDGE.top - 4}
              y2={HEIGHT - BOTTOM}
              className="stroke-ink/60"
            />
            <PlotLabel at={x(mark.at)} y={11} className="fill-ink font-semibold">
              {mark.text}
            </PlotLabel>
          </>
        )}
        {lines.map(({ name, points }, index) => (
          <g key={name} className={LINE_STYLES[index]?.className}>
            <path
              d={outlineOf(points, { x, y })}
              className="fill-none"
              strokeWidth="2"
              strokeDasharray={LINE_STYLES[index]?.dash}
              strokeLinejoin="round"
            />
            {points.length > MAX_DOTS
              ? null
              : points.map(([at, value]) => (
                  <circle key={at} cx={x(at)} cy={y(value)} r="2.5" className="fill-surface" />
                ))}
          </g>
        ))}
        {xTicks.map((at) => (
          <PlotLabel key={at} at={x(at)} y={HEIGHT - 8} className="fill-muted">
            {xText(at)}
          </PlotLabel>
        ))}
      </ChartFrame>
      {lines.filter(isDrawn).length < 2 ? null : (
        <figcaption>
          <ChartLegend
            lines={lines.flatMap((line, index) =>
              isDrawn(line) ? [{ name: line.name, marks: marksOf(LINE_STYLES[index]) }] : [],
            )}
          />
        </figcaption>
      )}
    </figure>
  );
}

const isDrawn = ({ points }: { readonly points: readonly Point[] }) => points.length > 0;

/** Number of points above which dots would hide the line. */
const MAX_DOTS = 40;

function rangeOf(values: readonly number[]): readonly [number, number] {
  return values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
}
