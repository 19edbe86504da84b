import { receiversIn } from '../../../shared/activity/receivers.ts';
import type { Genesis } from '../chain/genesis.ts';
import type { Watch } from '../chain/watch.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { Handlers } from './serve.ts';

type Topics = 'activity.page' | 'activity.receivers';

/** Pages of what was signed, sent and connected. */
export function activityHandlers({
  activity,
  genesis,
  watch,
}: {
  activity: Pick<ActivityLog, 'all' | 'page'>;
  genesis: Pick<Genesis, 'refresh'>;
  watch: Pick<Watch, 'lookAgain'>;
}): Pick<Handlers, Topics> {
  return {
    async 'activity.page'({ show, count }) {
      // The page asks again if it changes something.
      void genesis.refresh();
      void watch.lookAgain();
      return activity.page(show, count);
    },
    'activity.receivers': async () => [...new Set(receiversIn(activity.all()))],
  };
}
