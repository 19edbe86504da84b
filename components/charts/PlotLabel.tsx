import { useTextUnits } from './ChartFrame.tsx';
import { insideOf } from './plot.ts';

/** Shows a text in a chart, moved where necessary so that it isn't cut off. */
export function PlotLabel(props: { at: number; y: number; className: string; children: string }) {
  const units = useTextUnits();
  return (
    <text
      x={insideOf(props.at, props.children, units)}
      y={props.y}
      textAnchor="middle"
      className={props.className}
    >
      {props.children}
    </text>
  );
}
