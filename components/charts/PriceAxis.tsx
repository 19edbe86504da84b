import { priceText } from './chart-texts.ts';
import { PlotLabel } from './PlotLabel.tsx';
import { EDGE, HEIGHT, type Plot } from './plot.ts';
import { roundTicks } from './scale.ts';

const MAX_TICKS = 4;

/** Round prices on the lower edge of a picture. */
export function PriceAxis({ plot: { x, from, to } }: { plot: Plot }) {
  return roundTicks([from, to], MAX_TICKS).map((price) => (
    <g key={price}>
      <line
        x1={x(price)}
        x2={x(price)}
        y1={HEIGHT - EDGE.bottom}
        y2={HEIGHT - EDGE.bottom + 4}
        className="stroke-muted/60"
      />
      <PlotLabel at={x(price)} y={HEIGHT - 10} className="fill-muted">
        {priceText(price)}
      </PlotLabel>
    </g>
  ));
}
