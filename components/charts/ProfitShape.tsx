import { useId } from 'react';
import { useTextUnits } from './ChartFrame.tsx';
import { signedDollars } from './chart-texts.ts';
import { EDGE, HEIGHT, type Plot, type Point, WIDTH } from './plot.ts';

/** Draws a curve and the area between the curve and zero: green above, red below. */
export function ProfitShape({ plot }: { plot: Plot }) {
  const id = useId();
  const { y } = plot;
  return (
    <>
      <clipPath id={`${id}-gain`}>
        <rect x="0" y="0" width={WIDTH} height={Math.max(0, y(0))} />
      </clipPath>
      <clipPath id={`${id}-loss`}>
        <rect x="0" y={y(0)} width={WIDTH} height={Math.max(0, HEIGHT - y(0))} />
      </clipPath>
      <path d={plot.fill} clipPath={`url(#${id}-gain)`} className="fill-good/20" />
      <path d={plot.fill} clipPath={`url(#${id}-loss)`} className="fill-bad/20" />
      <ZeroLine plot={plot} />
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
    </>
  );
}

/**
 * Shows the largest and the smallest value next to the line, with their signs. An arrow shows that
 * the line continues beyond the chart.
 */
export function Extent({ points, plot: { y } }: { points: readonly Point[]; plot: Plot }) {
  const units = useTextUnits();
  const values = points.map(([, value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const label = (value: number, below: number) =>
    value === 0 || !Number.isFinite(value) ? null : (
      <text
        x={EDGE.left + 2}
        y={y(value) + below}
        className={`font-semibold ${value > 0 ? 'fill-good' : 'fill-bad'}`}
      >
        {signedDollars(value)}
        {goesOn(points, value) ? (value === most ? ' ↑' : ' ↓') : null}
      </text>
    );
  return (
    <>
      {label(most, -5)}
      {least === most ? null : label(least, units + 2)}
    </>
  );
}

/**
 * Returns true when the line has its extreme at an edge of the chart and still slopes at that edge.
 */
function goesOn(points: readonly Point[], extreme: number): boolean {
  const values = points.map(([, value]) => value);
  const isSteep = (end: number, inner: number) =>
    values[end] === extreme && Math.abs((values[inner] ?? extreme) - extreme) > SLOPE;
  return isSteep(0, 1) || isSteep(values.length - 1, values.length - 2);
}

/** A line whose points differ by less than this many dollars counts as level. */
const SLOPE = 0.005;

export function ZeroLine({ plot: { y } }: { plot: Plot }) {
  return (
    <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(0)} y2={y(0)} className="stroke-muted/60" />
  );
}
