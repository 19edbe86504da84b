import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';

/** Milliseconds for which a fill can begin with the check that its review showed. */
const RECENT_MS = 10_000;

/** Makes a fill's check on the chain, or returns one that was made for the same fill. */
export type SharedCheck<Checked> = (
  fill: string,
  check: () => Promise<Checked>,
) => Promise<Checked>;

/**
 * Keeps the newest check of a review, so that the fill which follows it doesn't ask a slow node the
 * same again. It is used for one fill, which changes the account for all later ones.
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
    // Repeats a failed check, as often as the fill allows.
    return (isUsable ? await kept.done.catch(() => undefined) : undefined) ?? check();
  };

  return { keep, take };
}
