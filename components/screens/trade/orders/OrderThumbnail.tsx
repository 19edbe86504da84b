import { PackageOpen } from 'lucide-react';
import type { OrderThumbnail as Outline } from '../../../../shared/messages/market.ts';

/** Draws the outline of a payoff for a row of the list: profit above the line, loss below. */
export function OrderThumbnail({ outline: { gain, loss, zero } }: { outline: Outline }) {
  // An option that settles by delivery has no payoff in cash to draw.
  if (gain === '' && loss === '') {
    return <PackageOpen aria-hidden size={22} strokeWidth={1.5} className="m-1 text-muted" />;
  }
  return (
    <svg viewBox="0 0 72 32" width="72" height="32" aria-hidden="true" className="shrink-0">
      <line x1="0" x2="72" y1={zero} y2={zero} className="stroke-line" strokeDasharray="2 2" />
      <path d={loss} className="fill-none stroke-bad" strokeWidth="1.75" strokeLinecap="round" />
      <path d={gain} className="fill-none stroke-good" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
