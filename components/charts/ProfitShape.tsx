import { useId } from 'react';
import { signedDollars } from './chart-texts.ts';
import { EDGE, HEIGHT, type Plot, WIDTH } from './plot.ts';

/** Draws a curve and the area to its zero line: green above, red below. */
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

/** Shows the largest and smallest value of the curve here, with their signs. */
export function Extent({
  plot: { high, low, y },
  valueText = (text) => text,
}: {
  plot: Plot;
  valueText?: ((text: string) => string) | undefined;
}) {
  return (
    <>
      {high > 0 ? (
        <text x={EDGE.left + 2} y={y(high) - 5} className="fill-good font-semibold">
          {valueText(signedDollars(high))}
        </text>
      ) : null}
      {low < 0 ? (
        <text x={EDGE.left + 2} y={y(low) + 12} className="fill-bad font-semibold">
          {valueText(signedDollars(low))}
        </text>
      ) : null}
    </>
  );
}

export function ZeroLine({ plot: { y } }: { plot: Plot }) {
  return (
    <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(0)} y2={y(0)} className="stroke-muted/60" />
  );
}
