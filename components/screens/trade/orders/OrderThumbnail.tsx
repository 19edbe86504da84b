import { PackageOpen } from 'lucide-react';
import type { OrderThumbnail as Outline } from '../../../../shared/messages/market.ts';

/** A payoff's outline in a row of the list: profit above the line, loss below. */
export function OrderThumbnail(props: {
  outline: Outline;
  /** From the other side's view, gains and losses are swapped. */
  isMirrored?: boolean;
}) {
  const { isMirrored = false } = props;
  const { gain, loss, zero } = props.outline;
  const [above, below] = isMirrored ? [loss, gain] : [gain, loss];
  // Settled by delivery, without a cash payoff.
  if (gain === '' && loss === '') {
    return <PackageOpen aria-hidden size={22} strokeWidth={1.5} className="m-1 text-muted" />;
  }
  return (
    <svg viewBox="0 0 72 32" width="72" height="32" aria-hidden="true" className="shrink-0">
      <g transform={isMirrored ? 'matrix(1 0 0 -1 0 32)' : undefined}>
        <line x1="0" x2="72" y1={zero} y2={zero} className="stroke-line" strokeDasharray="2 2" />
        <path d={below} className="fill-none stroke-bad" strokeWidth="1.75" strokeLinecap="round" />
        <path
          d={above}
          className="fill-none stroke-good"
          strokeWidth="1.75"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
