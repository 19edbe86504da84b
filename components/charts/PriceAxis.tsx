import { useTextUnits } from './ChartFrame.tsx';
import { priceText } from './chart-texts.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { EDGE, HEIGHT, type Plot } from './plot.ts';
import { roundTicks } from './scale.ts';

const MAX_TICKS = 4;
const TICK = 4;

export function PriceAxis({ plot: { x, from, to } }: { plot: Plot }) {
  const units = useTextUnits();
  // The texts are below the lowest label of the other axis, and close to the ticks in a wide chart.
  const y = Math.min(HEIGHT - 10, HEIGHT - EDGE.bottom + TICK + 2 * units);
  return roundTicks([from, to], MAX_TICKS).map((price) => (
    <g key={price}>
      <line
        x1={x(price)}
        x2={x(price)}
        y1={HEIGHT - EDGE.bottom}
        y2={HEIGHT - EDGE.bottom + TICK}
        className="stroke-muted/60"
      />
      <PlotLabel at={x(price)} y={y} className="fill-muted">
        {priceText(price)}
      </PlotLabel>
    </g>
  ));
}
