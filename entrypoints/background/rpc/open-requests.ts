import type { Requester } from '../../../shared/approvals/types.ts';
import { topOf } from '../approvals/site-limits.ts';
import { documentKeyOf } from './sender.ts';

/** Unanswered requests of one document. Its bridge sends at most 66. */
const MAX_PER_DOCUMENT = 128;
/** Unanswered requests of one site's documents, in all its tabs and frames. */
const MAX_PER_SITE = 512;

/** Counts the unanswered requests of documents and sites. */
export function createOpenRequests() {
  const counts = new Map<string, number>();

  function add(key: string, change: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  }

  return {
    /** Counts one more request. Returns false without counting when there are too many. */
    enter(requester: Requester): boolean {
      const [inDocument, inSite] = keysOf(requester).map((key) => counts.get(key) ?? 0);
      if ((inDocument ?? 0) >= MAX_PER_DOCUMENT || (inSite ?? 0) >= MAX_PER_SITE) return false;
      for (const key of keysOf(requester)) add(key, 1);
      return true;
    },
    leave(requester: Requester): void {
      for (const key of keysOf(requester)) add(key, -1);
    },
  };
}

function keysOf(requester: Requester): readonly [string, string] {
  return [`document ${documentKeyOf(requester)}`, `site ${topOf(requester)}`];
}
