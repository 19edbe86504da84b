import { CondorError } from '../../../shared/errors.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { PhishingList } from '../meaning/phishing.ts';
import type { WeeklyRefresh } from '../meaning/phishing-weekly.ts';
import type { BlockedSites } from '../state/blocked-sites.ts';
import type { Settings } from '../state/settings.ts';
import type { Handlers } from './serve.ts';

type Topics = 'sites.unblock' | 'sites.allowAgain' | 'phishing.refresh' | 'phishing.setRefresh';

class PhishingSourceError extends CondorError<'bad-source'> {}

/** Sites that may not open prompts. */
export function safetyHandlers(deps: {
  blockedSites: BlockedSites;
  approvals: Pick<Approvals, 'allowAgain'>;
  phishing: PhishingList;
  weeklyRefresh: Pick<WeeklyRefresh, 'plan'>;
  settings: Pick<Settings, 'write'>;
}): Pick<Handlers, Topics> {
  return {
    async 'sites.unblock'({ origin }) {
      await deps.blockedSites.unblock(origin);
      deps.approvals.allowAgain(origin);
    },
    async 'sites.allowAgain'({ origin }) {
      deps.approvals.allowAgain(origin);
    },
    async 'phishing.refresh'() {
      await deps.phishing.refresh();
      await deps.weeklyRefresh.plan();
    },
    async 'phishing.setRefresh'({ isWeekly, source }) {
      const isHttps = URL.canParse(source) && new URL(source).protocol === 'https:';
      if (!isHttps)
        throw new PhishingSourceError('bad-source', 'The address of the list needs https.');
      await deps.settings.write({ phishingRefresh: { isWeekly, source } });
      await deps.weeklyRefresh.plan();
    },
  };
}
