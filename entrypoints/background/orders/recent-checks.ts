import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';

/** Milliseconds for which a fill may use the check of its review. */
const RECENT_MS = 10_000;

/** Checks a fill on the chain, or returns a recent check of the same fill. */
export type SharedCheck<Checked> = (
  fill: string,
  check: () => Promise<Checked>,
) => Promise<Checked>;

/**
 * Keeps a review's newest check, so that the fill doesn't ask a slow node again. Each check is used
 * once, because a fill changes the account for later fills.
 */
export function createRecentChecks<Checked>(deps: { clock: Clock }) {
  let newest: { readonly fill: string; readonly done: Promise<Checked>; at?: number } | undefined;

  const keep: SharedCheck<Checked> = (fill, check) => {
    const kept: NonNullable<typeof newest> = { fill, done: check() };
    newest = kept;
    kept.done.then(
      () => {
        kept.at = deps.clock.now();
      },
      () => undefined,
    );
    return kept.done;
  };

  const take: SharedCheck<Checked> = async (fill, check) => {
    const kept = newest;
    newest = undefined;
    const isUsable =
      kept?.fill === fill &&
      (kept.at === undefined || isRecent(kept.at, deps.clock.now(), RECENT_MS));
    // A failed check is repeated as often as the fill allows.
    return (isUsable ? await kept.done.catch(() => undefined) : undefined) ?? check();
  };

  return { keep, take };
}
