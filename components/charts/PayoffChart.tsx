import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import type { PayoffPicture } from '../../shared/approvals/view.ts';

const WIDTH = 360;
const HEIGHT = 172;
const EDGE = { top: 18, right: 10, bottom: 26, left: 10 };
const STEPS = 60;

type Point = readonly [number, number];

/** Profit and loss at expiry over price: green above zero, red below, with marks and a read-out. */
export function PayoffChart({ picture, label }: { picture: PayoffPicture; label: string }) {
  const id = useId();
  const { points, strikes, breakEvens, spot } = picture;
  const from = points[0]?.[0] ?? 0;
  const to = points[points.length - 1]?.[0] ?? 1;
  const [at, setAt] = useState<number>();
  const x = scaleLinear([from, to], [EDGE.left, WIDTH - EDGE.right]);
  const profits = points.map(([, profit]) => profit);
  const top = Math.max(...profits, 0);
  const bottom = Math.min(...profits, 0);
  const room = (top - bottom || 1) * 0.08;
  const y = scaleLinear([bottom - room, top + room], [HEIGHT - EDGE.bottom, EDGE.top]);
  const shape = points as Point[];
  const fill =
    area<Point>(
      ([px]) => x(px),
      y(0),
      ([, py]) => y(py),
    )(shape) ?? '';
  const stroke =
    line<Point>(
      ([px]) => x(px),
      ([, py]) => y(py),
    )(shape) ?? '';
  const read = at ?? spot;

  const hover = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const px = ((event.clientX - box.left) / box.width) * WIDTH;
    setAt(Math.min(to, Math.max(from, x.invert(px))));
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (sign === 0) return;
    event.preventDefault();
    const next = (read ?? from) + (sign * (to - from)) / STEPS;
    setAt(Math.min(to, Math.max(from, next)));
  };

  return (
    <figure className="flex flex-col gap-1">
      <div
        className="touch-none rounded-xl bg-raised"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={Math.round(from)}
        aria-valuemax={Math.round(to)}
        aria-valuenow={Math.round(read ?? from)}
        aria-valuetext={read === undefined ? undefined : readOut(points, read, picture.asset)}
        onPointerMove={hover}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={step}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
          <clipPath id={`${id}-gain`}>
            <rect x="0" y="0" width={WIDTH} height={Math.max(0, y(0))} />
          </clipPath>
          <clipPath id={`${id}-loss`}>
            <rect x="0" y={y(0)} width={WIDTH} height={Math.max(0, HEIGHT - y(0))} />
          </clipPath>
          <path d={fill} clipPath={`url(#${id}-gain)`} className="fill-good/25" />
          <path d={fill} clipPath={`url(#${id}-loss)`} className="fill-bad/25" />
          <line
            x1={EDGE.left}
            x2={WIDTH - EDGE.right}
            y1={y(0)}
            y2={y(0)}
            className="stroke-muted/60"
          />
          {strikes.map((strike) => (
            <line
              key={strike}
              x1={x(strike)}
              x2={x(strike)}
              y1={EDGE.top}
              y2={HEIGHT - EDGE.bottom}
              strokeDasharray="2 4"
              className="stroke-muted/50"
            />
          ))}
          <path
            d={stroke}
            clipPath={`url(#${id}-gain)`}
            className="fill-none stroke-good"
            strokeWidth="2"
          />
          <path
            d={stroke}
            clipPath={`url(#${id}-loss)`}
            className="fill-none stroke-bad"
            strokeWidth="2"
          />
          {spot === undefined || spot < from || spot > to ? null : (
            <g>
              <line
                x1={x(spot)}
                x2={x(spot)}
                y1={EDGE.top}
                y2={HEIGHT - EDGE.bottom}
                className="stroke-ink"
              />
              <text
                x={clampText(x(spot))}
                y={12}
                textAnchor="middle"
                className="fill-ink text-[10px]"
              >
                now {short(spot)}
              </text>
            </g>
          )}
          {breakEvens
            .filter((price) => price > from && price < to)
            .map((price) => (
              <g key={price}>
                <circle
                  cx={x(price)}
                  cy={y(0)}
                  r="3.5"
                  className="fill-surface stroke-ink"
                  strokeWidth="1.5"
                />
                <text
                  x={clampText(x(price))}
                  y={HEIGHT - 10}
                  textAnchor="middle"
                  className="fill-muted text-[10px]"
                >
                  {short(price)}
                </text>
              </g>
            ))}
          {at === undefined ? null : (
            <circle cx={x(at)} cy={y(profitAt(points, at))} r="4" className="fill-accent" />
          )}
        </svg>
      </div>
      <figcaption className="min-h-4 text-xs text-muted" aria-hidden>
        {read === undefined ? label : readOut(points, read, picture.asset)}
      </figcaption>
    </figure>
  );
}

/** A payoff's outline in a row of the list. */
export function Thumbnail({ points }: { points: readonly Point[] }) {
  const xs = points.map(([px]) => px);
  const ys = points.map(([, py]) => py);
  const x = scaleLinear([Math.min(...xs), Math.max(...xs)], [1, 71]);
  const y = scaleLinear([Math.min(...ys, 0), Math.max(...ys, 0)], [30, 2]);
  const path =
    line<Point>(
      ([px]) => x(px),
      ([, py]) => y(py),
    )(points as Point[]) ?? '';
  return (
    <svg viewBox="0 0 72 32" width="60" height="32" aria-hidden="true" className="shrink-0">
      <line x1="1" x2="71" y1={y(0)} y2={y(0)} className="stroke-line" />
      <path
        d={path}
        className="fill-none stroke-accent"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function readOut(points: readonly Point[], price: number, asset: string): string {
  const profit = profitAt(points, price);
  const sign = profit < 0 ? '−' : '+';
  return `${asset} at ${short(price)}: ${profit < 0 ? 'loss' : 'profit'} ${sign}$${Math.abs(profit).toLocaleString('en-US', { maximumFractionDigits: 2 })}`;
}

function profitAt(points: readonly Point[], price: number): number {
  const next = Math.max(
    1,
    points.findIndex(([px]) => px >= price),
  );
  const [a, b] = [points[next - 1], points[next]];
  if (a === undefined || b === undefined) return 0;
  return a[1] + ((b[1] - a[1]) * (price - a[0])) / (b[0] - a[0] || 1);
}

function short(price: number): string {
  return `$${price.toLocaleString('en-US', { maximumFractionDigits: price < 100 ? 4 : 0 })}`;
}

function clampText(at: number): number {
  return Math.min(WIDTH - 30, Math.max(30, at));
}
