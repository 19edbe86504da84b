import type { OrdersView } from '../../../shared/messages/market.ts';

/** Makers renew quotes each minute; a visible list is read again this often (spec, Limits 3). */
export const EVERY_MS = 30_000;
/** Interval after a failure. */
const RETRY_MS = 10_000;
/** A feed whose quotes end at once is read at most this often. */
const MIN_MS = 5_000;
/** Lets the service and the worker see the same second as the page. */
const MARGIN_MS = 250;

type Read = Pick<OrdersView, 'at' | 'problem' | 'lastEnd'>;

/**
 * Returns the milliseconds until the feeds are read again: when they are old enough, or earlier
 * when the last shown quote ends, so that the list isn't empty until then.
 */
export function untilNextRead(view: Read | undefined, now: number): number {
  if (view?.at === undefined || view.problem !== undefined) return RETRY_MS;
  const next = Math.min(view.at + EVERY_MS, earlyRead(view));
  return Math.max(1_000, next + MARGIN_MS - now);
}

/** Returns true when all quotes of a list have ended: it is read again although it is young. */
export function hasRunOut(view: Read, now: number): boolean {
  return earlyRead(view) <= now;
}

/** Epoch milliseconds at which a list without a quote left may be read; never without rows. */
function earlyRead({ lastEnd, at }: Read): number {
  if (at === undefined || lastEnd === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(lastEnd * 1000, at + MIN_MS);
}
