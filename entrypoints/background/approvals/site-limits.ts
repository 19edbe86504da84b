import type {
  ApprovalDraft,
  ApprovalKind,
  ApprovalRequest,
  Requester,
} from '../../../shared/approvals/types.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { SlowedSiteView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';

/** Open requests per origin. More would only bury the user. */
const MAX_OPEN_PER_ORIGIN = 8;
/**
 * Open requests per site in the address bar, from all its tabs and frames: subdomains and frames cost
 * a site nothing.
 */
const MAX_OPEN_PER_SITE = 12;
/** Rejected or ignored prompts per site and minute before the site is slowed. */
export const MAX_UNWANTED_A_MINUTE = 30;
/**
 * JSON characters of a site's open requests, from all its tabs and frames. `storage.session` has
 * 10 MB, which other sites need too.
 */
const MAX_LENGTH_PER_SITE = 2_500_000;
/** Counted sites above which those without a prompt in the last minute are forgotten. */
const MAX_COUNTED = 200;
const MINUTE_MS = 60_000;
/** Minimum milliseconds between two times that a site brings the window forward. */
export const SHOW_AGAIN_MS = 5_000;

/** Kinds of which a site can have one open request. Signatures and transactions queue up. */
const SINGLE: readonly ApprovalKind[] = [
  'connect',
  'switch_chain',
  'add_chain',
  'watch_asset',
  'watch_collectible',
];

/**
 * Adding a known chain counts as switching to it. If both kinds could be open, a refusal would tell
 * the site which chains the user has.
 */
const groupOf = (kind: ApprovalKind) => (kind === 'switch_chain' ? 'add_chain' : kind);

/** Returns true when the site can't open another request of this kind (-32002). */
export function isTwinRefused(open: readonly ApprovalDraft[], kind: ApprovalKind): boolean {
  const isTwin =
    SINGLE.includes(kind) && open.some((draft) => groupOf(draft.request.kind) === groupOf(kind));
  return isTwin || open.length >= MAX_OPEN_PER_ORIGIN;
}

/** Returns the site in the tab's address bar, which answers for its frames. */
export function topOf({ origin, topOrigin }: Requester): string {
  return topOrigin ?? origin;
}

/** Returns true when the tabs and frames of a site have reached their common limit. */
export function isSiteFull(open: readonly ApprovalDraft[], top: string): boolean {
  return open.filter(({ requester }) => topOf(requester) === top).length >= MAX_OPEN_PER_SITE;
}

/** Returns true when a request is too long to store beside the site's open ones. */
export function isTooLong(
  open: readonly ApprovalDraft[],
  top: string,
  request: ApprovalRequest,
): boolean {
  const requests = open
    .filter(({ requester }) => topOf(requester) === top)
    .map((draft) => draft.request);
  const length = [...requests, request].reduce((sum, one) => sum + JSON.stringify(one).length, 0);
  return requests.length > 0 && length > MAX_LENGTH_PER_SITE;
}

/**
 * Counts the prompts of each site that the user didn't approve in the last minute, and how often a
 * site brings the window forward.
 */
export function createSiteLimits(clock: Clock) {
  /** Times of unapproved prompts by tab site and prompt id, oldest first. */
  const unwanted = new Map<string, Map<string, number>>();
  const shownAt = new Map<string, number>();

  function forgetOld(now: number): void {
    if (unwanted.size + shownAt.size <= MAX_COUNTED) return;
    for (const [site, times] of unwanted) {
      if ([...times.values()].every((at) => at <= now - MINUTE_MS)) unwanted.delete(site);
    }
    for (const [site, at] of shownAt) if (at <= now - SHOW_AGAIN_MS) shownAt.delete(site);
  }

  function recentOf(top: string): number[] {
    const now = clock.now();
    return [...(unwanted.get(top)?.values() ?? [])].filter((at) => isRecent(at, now, MINUTE_MS));
  }

  /** Epoch milliseconds until which the site can't open a prompt; `undefined` when it can. */
  function slowedUntil(top: string): number | undefined {
    const recent = recentOf(top);
    const first = recent[recent.length - MAX_UNWANTED_A_MINUTE];
    return first === undefined ? undefined : first + MINUTE_MS;
  }

  return {
    slowedUntil,

    slowed: (): SlowedSiteView[] =>
      [...unwanted.keys()].flatMap((origin) => {
        const until = slowedUntil(origin);
        return until === undefined ? [] : [{ origin, until }];
      }),

    /** Counts a new prompt until the user approves it. */
    opened(top: string, id: string): void {
      const now = clock.now();
      forgetOld(now);
      const times = unwanted.get(top) ?? new Map<string, number>();
      for (const [old, at] of times) if (at <= now - MINUTE_MS) times.delete(old);
      unwanted.set(top, times.set(id, now));
    },

    approved(top: string, id: string): void {
      unwanted.get(top)?.delete(id);
    },

    /** Lets the site open prompts again. */
    allowAgain(top: string): void {
      unwanted.delete(top);
    },

    /** Returns true when a tab's site may bring the window forward now, and counts it. */
    admitsShow(top: string): boolean {
      const now = clock.now();
      const last = shownAt.get(top);
      if (last !== undefined && isRecent(last, now, SHOW_AGAIN_MS)) return false;
      forgetOld(now);
      shownAt.set(top, now);
      return true;
    },
  };
}
