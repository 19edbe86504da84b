import type { OrdersView } from '../../../shared/messages/market.ts';

/**
 * Milliseconds between reads of a visible list: makers renew quotes each minute (options-market.md,
 * "Limits", rule 3).
 */
export const EVERY_MS = 30_000;
const RETRY_MS = 10_000;
/** Minimum milliseconds between reads of a feed whose quotes expire immediately. */
const MIN_MS = 5_000;
/** Extra milliseconds of waiting. The clocks of service and page differ. */
const MARGIN_MS = 250;

type Read = Pick<OrdersView, 'at' | 'problem' | 'lastEnd'>;

/**
 * Returns the milliseconds until the feeds are read again. The time comes when the list is old
 * enough, or earlier when its last quote expires.
 */
export function untilNextRead(view: Read | undefined, now: number): number {
  if (view?.at === undefined || view.problem !== undefined) return RETRY_MS;
  const next = Math.min(view.at + EVERY_MS, earlyRead(view));
  return Math.max(1_000, next + MARGIN_MS - now);
}

/** Returns true when all quotes of a list have expired. Even a recent list is then read again. */
export function hasRunOut(view: Read, now: number): boolean {
  return earlyRead(view) <= now;
}

/** Returns the epoch milliseconds at which a list of expired quotes may be read again. */
function earlyRead({ lastEnd, at }: Read): number {
  if (at === undefined || lastEnd === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(lastEnd * 1000, at + MIN_MS);
}
