import type { OrderThumbnail } from '../../../shared/messages/market.ts';
import type { PayoffPicture } from '../../../shared/orders/picture.ts';

const WIDTH = 72;
const HEIGHT = 32;
const EDGE = 2;

/** Outline for products without a cash payoff. */
export const NO_OUTLINE: OrderThumbnail = { gain: '', loss: '', zero: HEIGHT / 2 };

/** Returns the outline of a payoff as two paths in a picture of 72 × 32: above zero and below. */
export function thumbnailOf({ points }: Pick<PayoffPicture, 'points'>): OrderThumbnail {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = scale([Math.min(...xs), Math.max(...xs)], [EDGE, WIDTH - EDGE]);
  const y = scale([Math.min(...ys, 0), Math.max(...ys, 0)], [HEIGHT - EDGE, EDGE]);
  const zero = y(0);
  let gain = '';
  let loss = '';
  points.forEach(([px, py], i) => {
    const next = points[i + 1];
    if (next === undefined) return;
    const [nx, ny] = next;
    const from = `${x(px)} ${y(py)}`;
    const to = `${x(nx)} ${y(ny)}`;
    if (py < 0 !== ny < 0 && py !== 0 && ny !== 0) {
      const cross = `${x(px + ((nx - px) * -py) / (ny - py))} ${zero}`;
      const [first, second] = [`M${from}L${cross}`, `M${cross}L${to}`];
      if (py < 0) loss += first;
      else gain += first;
      if (py < 0) gain += second;
      else loss += second;
    } else if (py < 0 || ny < 0) loss += `M${from}L${to}`;
    else gain += `M${from}L${to}`;
  });
  return { gain, loss, zero };
}

function scale(
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
): (value: number) => number {
  const span = to - from || 1;
  return (value) => Math.round(low + ((value - from) / span) * (high - low));
}
