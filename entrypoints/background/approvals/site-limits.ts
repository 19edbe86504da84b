import type {
  ApprovalDraft,
  ApprovalKind,
  ApprovalRequest,
  Requester,
} from '../../../shared/approvals/types.ts';
import type { SlowedSiteView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';

/** Open requests that one origin may have; more would only bury the user. */
const MAX_OPEN_PER_ORIGIN = 8;
/** Open requests of one tab's site with all its frames: subdomains and frames cost a site nothing. */
const MAX_OPEN_PER_TAB = 12;
/** Prompts of one site that the user may reject or ignore in a minute before the site is slowed. */
export const MAX_UNWANTED_A_MINUTE = 30;
/**
 * JSON characters of one tab's open requests together. The browser gives `storage.session` 10 MB, and
 * other sites' requests need room in it.
 */
const MAX_LENGTH_PER_TAB = 2_500_000;
/** Sites whose prompts are counted; of more only those of the last minute. */
const MAX_COUNTED = 200;
const MINUTE_MS = 60_000;
/** A site that repeats itself brings the window forward once in this time. */
export const SHOW_AGAIN_MS = 5_000;

/** Of these one at a time makes sense; signatures and transactions queue up. */
const SINGLE: readonly ApprovalKind[] = [
  'connect',
  'switch_chain',
  'add_chain',
  'watch_asset',
  'watch_collectible',
];

/**
 * Adding a chain that the user has already reads as switching to it. If both could be open at once, a
 * site would learn from the refusal which chains the user has.
 */
const groupOf = (kind: ApprovalKind) => (kind === 'switch_chain' ? 'add_chain' : kind);

/** Whether a site's open requests leave no room for one more of this kind (-32002). */
export function isTwinRefused(open: readonly ApprovalDraft[], kind: ApprovalKind): boolean {
  const isTwin =
    SINGLE.includes(kind) && open.some((draft) => groupOf(draft.request.kind) === groupOf(kind));
  return isTwin || open.length >= MAX_OPEN_PER_ORIGIN;
}

/** The site that is shown in the tab of a request; it answers for its frames. */
export function topOf({ origin, topOrigin }: Requester): string {
  return topOrigin ?? origin;
}

/** Whether the frames of one tab's site have as much open as they may, together. */
export function isTabFull(open: readonly ApprovalDraft[], top: string): boolean {
  return open.filter(({ requester }) => topOf(requester) === top).length >= MAX_OPEN_PER_TAB;
}

/** Whether a request is too long to be kept beside what the tab has open. */
export function isTooLong(
  open: readonly ApprovalDraft[],
  top: string,
  request: ApprovalRequest,
): boolean {
  const requests = open
    .filter(({ requester }) => topOf(requester) === top)
    .map((draft) => draft.request);
  const length = [...requests, request].reduce((sum, one) => sum + JSON.stringify(one).length, 0);
  return requests.length > 0 && length > MAX_LENGTH_PER_TAB;
}

/**
 * Counts the prompts of each site that the user did not approve in the last minute, and how often a
 * site brings the window forward again.
 */
export function createSiteLimits(clock: Clock) {
  /** Times of prompts that were not approved, by the tab's site and the prompt's id; oldest first. */
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
    const since = clock.now() - MINUTE_MS;
    return [...(unwanted.get(top)?.values() ?? [])].filter((at) => at > since);
  }

  /** Epoch milliseconds until which the site opens no prompt; `undefined` when it may open one. */
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

    /** A prompt opens. It counts until the user approves it. */
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

    /** The user lets the site open prompts again. */
    allowAgain(top: string): void {
      unwanted.delete(top);
    },

    /** Whether the site of a tab may bring the window forward for what is open already; counts it. */
    admitsShow(top: string): boolean {
      const now = clock.now();
      const last = shownAt.get(top);
      if (last !== undefined && now - last < SHOW_AGAIN_MS) return false;
      forgetOld(now);
      shownAt.set(top, now);
      return true;
    },
  };
}
