import type { ApprovalEnd, Requester } from '../../../shared/approvals/types.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { SlowedSiteView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import { siteOf } from '../../../shared/site-of.ts';
import { isForeignFrame, topOf } from './site-limits.ts';

/** Number of rejections in a row before a site must wait. */
const FREE = 3;
/** Milliseconds of the first wait. Each further rejection doubles the wait. */
export const FIRST_WAIT_MS = 15_000;
/** Maximum milliseconds that a site must wait. */
export const MAX_WAIT_MS = 120_000;
/** Milliseconds without a rejection after which a site's count starts from zero. */
const FORGOTTEN_MS = 10 * 60_000;
/** Maximum number of counted sites and tabs. Above this number, the oldest counts are dropped. */
const MAX_COUNTED = 200;

/** Outcomes that the user didn't want. The site isn't responsible for other outcomes. */
const UNWANTED: readonly ApprovalEnd[] = [
  'rejected',
  'window closed',
  'page gone',
  'account or chain changed',
  // A site could add a network whose node never answers, and prompt on it again and again.
  'network silent',
];

interface Row {
  readonly count: number;
  /** Epoch milliseconds of the newest rejection. */
  readonly at: number;
  readonly site: string;
}

/**
 * Counts rejected and ignored prompts in a row, by site and by tab, and makes the site and the tab
 * wait. A tab keeps its count when it loads another site. Frames of other sites are counted apart
 * from the page around them.
 */
export function createRejections(clock: Clock) {
  const rows = new Map<string, Row>();

  const rowOf = (key: string): Row | undefined => {
    const row = rows.get(key);
    return row !== undefined && isRecent(row.at, clock.now(), FORGOTTEN_MS) ? row : undefined;
  };

  /**
   * Returns the time (epoch milliseconds) until which the counted site or tab can't open a prompt;
   * undefined when it can.
   */
  function waitOf(row: Row | undefined): number | undefined {
    if (row === undefined || row.count < FREE) return undefined;
    const until = row.at + Math.min(FIRST_WAIT_MS * 2 ** (row.count - FREE), MAX_WAIT_MS);
    return until > clock.now() ? until : undefined;
  }

  function write(requester: Requester, count: (row: Row | undefined) => number): void {
    if (rows.size > MAX_COUNTED) {
      for (const key of rows.keys()) if (rowOf(key) === undefined) rows.delete(key);
    }
    const [at, site] = [clock.now(), siteOf(requester.origin)];
    for (const key of keysOf(requester)) rows.set(key, { count: count(rowOf(key)), at, site });
  }

  return {
    /**
     * Returns the time (epoch milliseconds) until which the requester can't open a prompt;
     * undefined when it can.
     */
    slowedUntil(requester: Requester): number | undefined {
      const times = keysOf(requester).flatMap((key) => waitOf(rowOf(key)) ?? []);
      return times.length === 0 ? undefined : Math.max(...times);
    },

    slowed(): SlowedSiteView[] {
      const untils = new Map<string, number>();
      for (const row of rows.values()) {
        const until = waitOf(row);
        if (until !== undefined) untils.set(row.site, Math.max(until, untils.get(row.site) ?? 0));
      }
      return [...untils].map(([origin, until]) => ({ origin, until }));
    },

    /** Counts the outcome of a prompt. `openedAt` is in epoch milliseconds. */
    ended(requester: Requester, openedAt: number, end: ApprovalEnd): void {
      if (!UNWANTED.includes(end)) return;
      write(requester, (row) => {
        if (row === undefined) return 1;
        // "Reject all" is counted as one rejection: the other requests were already open when the
        // first was rejected.
        const wasOpen = end !== 'page gone' && openedAt < row.at;
        return wasOpen ? row.count : row.count + 1;
      });
    },

    approved(requester: Requester): void {
      for (const key of keysOf(requester)) rows.delete(key);
    },

    /**
     * Makes a blocked site and its tab wait the longest time. The tab keeps the wait when it loads
     * another site.
     */
    blocked(requester: Requester): void {
      write(requester, () => Number.POSITIVE_INFINITY);
    },

    allowAgain(site: string): void {
      for (const [key, row] of rows) if (row.site === site) rows.delete(key);
    },
  };
}

function keysOf(requester: Requester): readonly string[] {
  const [site, top, tab] = [siteOf(requester.origin), topOf(requester), requester.tabId];
  const where = isForeignFrame(requester)
    ? [`frame ${site}`, `frames in ${top}`, `frames in tab ${tab}`]
    : [`site ${site}`, `tab ${tab}`];
  return tab === undefined ? where.slice(0, -1) : where;
}
