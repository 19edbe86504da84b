import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { i18n } from '#i18n';
import type { PayoffPicture } from '../../shared/orders/picture.ts';
import { ChartLegend, PROFIT_MARKS } from './ChartLegend.tsx';
import { readOut } from './chart-texts.ts';
import { BEFORE_STYLE, marksOf } from './line-styles.ts';
import { PayoffPlot } from './PayoffPlot.tsx';
import { type Point, plotOf, WIDTH } from './plot.ts';

const STEPS = 60;

type View = 'profit' | 'payout';

interface Before {
  readonly points: readonly Point[];
  /** Name of the moment: "Now". */
  readonly when: string;
  /** Name of the line: "Value now". */
  readonly name: string;
}

/**
 * Draws the profit of a fill at expiry over the price, green above zero and red below. Pointer and
 * keys show the values at one price. A second view shows the payout if it is known.
 */
export function PayoffChart(props: {
  picture: PayoffPicture;
  label: string;
  /** Drawn as a second line. */
  before?: Before;
  /** Shown below the chart. */
  children?: ReactNode;
}) {
  const { picture, label } = props;
  const [view, setView] = useState<View>('profit');
  const [at, setAt] = useState<number>();
  const points = view === 'payout' ? (picture.payouts ?? picture.points) : picture.points;
  const before = view === 'profit' ? props.before : undefined;
  const plot = useMemo(
    () =>
      plotOf(
        points,
        before?.points.map(([, value]) => value),
      ),
    [points, before?.points],
  );
  const { from, to } = plot;
  const { spot, asset } = picture;
  const read = at ?? spot;
  const words =
    read === undefined ? undefined : readOut({ view, points, before, price: read, asset });
  const name = view === 'profit' ? label : i18n.t('chart.payout');

  const hover = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(plot.priceAt(((event.clientX - box.left) / box.width) * WIDTH));
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const next = stepped(event, { read: read ?? from, from, to });
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };

  return (
    <figure className="flex flex-col gap-1.5 rounded-2xl bg-raised p-2">
      {picture.payouts === undefined ? null : <Views view={view} onView={setView} />}
      <div
        className="touch-none rounded-lg"
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={Math.round(from)}
        aria-valuemax={Math.round(to)}
        aria-valuenow={Math.round(read ?? from)}
        aria-valuetext={words}
        onPointerMove={hover}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={step}
      >
        <PayoffPlot {...{ picture, points, plot, view, at }} before={before?.points} />
      </div>
      <figcaption className="min-h-4 px-1 text-xs text-muted" aria-hidden>
        {words ?? name}
      </figcaption>
      {before === undefined ? null : (
        <ChartLegend
          lines={[
            { name: i18n.t('desk.atExpiry'), marks: PROFIT_MARKS },
            { name: before.name, marks: marksOf(BEFORE_STYLE) },
          ]}
        />
      )}
      {props.children}
    </figure>
  );
}

/**
 * Returns the next price for a key. Arrows move by a sixtieth of the chart, with Shift by a sixth.
 * Home and End go to the chart's edges.
 */
function stepped(
  { key, shiftKey }: KeyboardEvent,
  { read, from, to }: { read: number; from: number; to: number },
): number | undefined {
  const stride = ((to - from) / STEPS) * (shiftKey ? 10 : 1);
  if (key === 'Home') return from;
  if (key === 'End') return to;
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(to, read + stride);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(from, read - stride);
  return undefined;
}

const VIEWS = { profit: 'chart.profitView', payout: 'chart.payoutView' } as const;

function Views({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <fieldset className="flex self-start rounded-lg bg-ground p-0.5 text-xs">
      <legend className="sr-only">{i18n.t('chart.view')}</legend>
      {(['profit', 'payout'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={view === name}
          onClick={() => onView(name)}
          className={`min-h-6 rounded-md px-2.5 font-medium ${view === name ? 'bg-surface text-ink shadow-sm' : 'text-muted'}`}
        >
          {i18n.t(VIEWS[name])}
        </button>
      ))}
    </fieldset>
  );
}
