import type { Approvals } from '../approvals/approvals.ts';
import type { PhishingList } from '../approvals/phishing.ts';
import type { BlockedSites } from '../state/blocked-sites.ts';
import type { Handlers } from './serve.ts';

type Topics = 'sites.unblock' | 'sites.allowAgain' | 'phishing.refresh';

/** Sites that are kept from asking. */
export function safetyHandlers(deps: {
  blockedSites: BlockedSites;
  approvals: Pick<Approvals, 'allowAgain'>;
  phishing: PhishingList;
}): Pick<Handlers, Topics> {
  return {
    async 'sites.unblock'({ origin }) {
      await deps.blockedSites.unblock(origin);
      return null;
    },
    async 'sites.allowAgain'({ origin }) {
      deps.approvals.allowAgain(origin);
      return null;
    },
    async 'phishing.refresh'() {
      await deps.phishing.refresh();
      return null;
    },
  };
}
