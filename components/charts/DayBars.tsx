import { scaleBand, scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

export interface DayValue {
  /** "2026-11-21". */
  readonly date: string;
  /** Undefined when unknown, which leaves a gap instead of a zero bar. */
  readonly value: number | undefined;
}

const WIDTH = 360;
const HEIGHT = 112;
const EDGE = { top: 6, bottom: 16 };

/** Shows one bar per day, with values by pointer and arrow keys. */
export function DayBars(props: {
  days: readonly DayValue[];
  label: string;
  /** Text of a day: date and value. */
  textOf: (day: DayValue) => string;
  dateOf: (date: string) => string;
}) {
  const { days, label, textOf, dateOf } = props;
  const [at, setAt] = useState<number>();
  const x = scaleBand(
    days.map(({ date }) => date),
    [0, WIDTH],
  ).padding(0.28);
  const top = Math.max(...days.map(({ value }) => value ?? 0), 0);
  const y = scaleLinear([0, top || 1], [HEIGHT - EDGE.bottom, EDGE.top]);
  const last = days.length - 1;
  const read = days[at ?? last];
  const hover = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * days.length);
    setAt(Math.min(last, Math.max(0, place)));
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, (at ?? last) + by)));
  };
  return (
    <figure className="flex flex-col gap-1">
      <div
        className="touch-none rounded-xl"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={read === undefined ? undefined : textOf(read)}
        onPointerMove={hover}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={step}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
          <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-line" />
          {days.map(({ date, value }, i) =>
            value === undefined || value === 0 ? null : (
              <rect
                key={date}
                x={x(date)}
                y={Math.min(y(value), y(0) - 1.5)}
                width={x.bandwidth()}
                height={Math.max(1.5, y(0) - y(value))}
                rx="1.5"
                className={i === at ? 'fill-ink' : 'fill-accent'}
              />
            ),
          )}
          {[days[0], days[last]].map((day, i) =>
            day === undefined ? null : (
              <text
                key={day.date}
                x={i === 0 ? 0 : WIDTH}
                y={HEIGHT - 3}
                textAnchor={i === 0 ? 'start' : 'end'}
                className="fill-muted text-[10px]"
              >
                {dateOf(day.date)}
              </text>
            ),
          )}
        </svg>
      </div>
      <figcaption className="text-xs text-muted" aria-hidden>
        {read === undefined ? label : textOf(read)}
      </figcaption>
    </figure>
  );
}
