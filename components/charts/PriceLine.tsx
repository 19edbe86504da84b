import { EDGE, HEIGHT, type Plot } from './plot.ts';

/** Draws a vertical line across a chart at a price. */
export function PriceLine(props: {
  plot: Pick<Plot, 'x'>;
  at: number;
  className: string;
  dash?: string;
  /** Units by which the line extends above the chart's upper edge. */
  above?: number;
}) {
  const x = props.plot.x(props.at);
  return (
    <line
      x1={x}
      x2={x}
      y1={EDGE.top - (props.above ?? 0)}
      y2={HEIGHT - EDGE.bottom}
      strokeDasharray={props.dash}
      className={props.className}
    />
  );
}
