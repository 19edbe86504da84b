import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';
import { SHOW_AGAIN_MS } from '../approvals/site-limits.ts';

/** Methods that a site usually calls after the user pressed a button. */
const CONNECTING: readonly string[] = ['eth_requestAccounts', 'wallet_requestPermissions'];

/**
 * Returns a function that shows the user why the wallet refuses a site while its stored data can't be
 * read. All sites together bring the window forward once in `SHOW_AGAIN_MS`.
 */
export function createShowUnreadable(deps: {
  clock: Clock;
  show: () => Promise<void>;
}): (method: string) => void {
  let shownAt: number | undefined;
  return (method) => {
    const now = deps.clock.now();
    const isTooSoon = shownAt !== undefined && isRecent(shownAt, now, SHOW_AGAIN_MS);
    if (!CONNECTING.includes(method) || isTooSoon) return;
    shownAt = now;
    // The request is rejected either way, and the icon's popup shows the same screen.
    deps.show().catch(() => undefined);
  };
}
