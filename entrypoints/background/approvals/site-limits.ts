import type {
  ApprovalDraft,
  ApprovalKind,
  ApprovalRequest,
  Requester,
} from '../../../shared/approvals/types.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';
import { siteOf } from '../../../shared/site-of.ts';

/** Maximum number of open requests per origin. More requests would overwhelm the user. */
const MAX_OPEN_PER_ORIGIN = 8;
/** Maximum number of open requests per site in the address bar, from all its tabs and frames. */
const MAX_OPEN_PER_SITE = 12;
/**
 * Maximum number of open requests from other sites' frames in a site's tabs. The rest of
 * `MAX_OPEN_PER_SITE` is reserved for the site's own pages.
 */
const MAX_OPEN_OF_FRAMES = 8;
/**
 * Maximum JSON characters of the open requests of a site's own pages. The frames in these pages
 * have the same limit separately. `storage.session` has only 10 MB for all sites.
 */
const MAX_LENGTH = 1_500_000;
/** Number of counted sites above which expired counts are dropped. */
const MAX_COUNTED = 200;
/** Minimum milliseconds between two times that a site brings the window to the front. */
export const SHOW_AGAIN_MS = 5_000;

/** Kinds with at most one open request per site. Signatures and transactions queue up. */
const SINGLE: readonly ApprovalKind[] = ['connect', 'switch_chain', 'add_chain', 'watch_asset'];

/**
 * Adding a known chain is a switch to it. If both kinds could be open, a refusal would tell the
 * site which chains the user has.
 */
const groupOf = (kind: ApprovalKind) => (kind === 'switch_chain' ? 'add_chain' : kind);

/** Returns true when the site can't open another request of this kind (-32002). */
export function isTwinRefused(open: readonly ApprovalDraft[], kind: ApprovalKind): boolean {
  const isTwin =
    SINGLE.includes(kind) && open.some((draft) => groupOf(draft.request.kind) === groupOf(kind));
  return isTwin || open.length >= MAX_OPEN_PER_ORIGIN;
}

/**
 * Returns the site in the tab's address bar, which is responsible for its frames. Returns the tab
 * itself if the address doesn't name a site.
 */
export function topOf({ origin, topOrigin = origin, tabId }: Requester): string {
  return topOrigin === 'null' ? `tab ${tabId}` : siteOf(topOrigin);
}

/** Returns true for a frame of another site, such as an advertisement's. */
export function isForeignFrame(requester: Requester): boolean {
  return topOf(requester) !== siteOf(requester.origin);
}

/** Returns true when a site's pages, or the frames in them, can't store another request. */
export function isSiteFull(
  open: readonly ApprovalDraft[],
  requester: Requester,
  request: ApprovalRequest,
): boolean {
  const top = topOf(requester);
  const isFrame = isForeignFrame(requester);
  const all = open.filter((draft) => topOf(draft.requester) === top);
  const alike = all.filter((draft) => isForeignFrame(draft.requester) === isFrame);
  if (all.length >= MAX_OPEN_PER_SITE) return true;
  if (isFrame && alike.length >= MAX_OPEN_OF_FRAMES) return true;
  const requests = [...alike.map((draft) => draft.request), request];
  const length = requests.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
  return alike.length > 0 && length > MAX_LENGTH;
}

/** Limits how often a site brings one of the wallet's windows forward. */
export function createShowLimit(clock: Clock) {
  const shownAt = new Map<string, number>();
  return {
    /** Returns true when a site may bring the window to the front now, and counts this time. */
    admits(top: string): boolean {
      const now = clock.now();
      const last = shownAt.get(top);
      if (last !== undefined && isRecent(last, now, SHOW_AGAIN_MS)) return false;
      if (shownAt.size > MAX_COUNTED) {
        for (const [site, at] of shownAt) if (at <= now - SHOW_AGAIN_MS) shownAt.delete(site);
      }
      shownAt.set(top, now);
      return true;
    },
  };
}
