import type { TicketView } from '../../../../shared/messages/ticket.ts';
import { isWithinTolerance } from '../../../../shared/orders/price-tolerance.ts';
import type { Price8 } from '../../../../shared/units.ts';

/** A newer quote replaces the chosen quote when fewer than this many seconds are left. */
const SHORT_SECONDS = 45;

export type NextQuote = NonNullable<TicketView['newer']>;

/** Returns true when the chosen quote can't be filled any more. `now` in epoch milliseconds. */
export function isQuoteOver(view: TicketView, now: number): boolean {
  return view.quoteEnds <= now / 1000 || !view.isLive;
}

/** Returns true when a check or the chain refuses every size of the quote. */
export function isRefused({ refusedBy, unfillable }: TicketView): boolean {
  return refusedBy !== undefined || unfillable !== undefined;
}

/**
 * Returns the newer quote that should replace the chosen quote. If the chosen quote has expired,
 * any newer quote is suitable. Otherwise the newer quote must last longer, and the chosen quote
 * must end soon.
 */
export function nextQuote(view: TicketView, now: number): NextQuote | undefined {
  const { newer } = view;
  if (newer === undefined || view.refusedBy !== undefined) return undefined;
  if (isQuoteOver(view, now)) return newer;
  const isShort = view.quoteEnds - now / 1000 < SHORT_SECONDS;
  return isShort && newer.quoteEnds > view.quoteEnds ? newer : undefined;
}

/** Returns true when the user's consent covers a quote: same maker, price in tolerance. */
export function canFollow(view: TicketView, next: NextQuote, agreedPrice: Price8): boolean {
  return (
    !next.isOtherMaker &&
    isWithinTolerance({
      side: view.side,
      agreed: agreedPrice,
      price: next.price,
    })
  );
}
