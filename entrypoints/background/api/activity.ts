import { receiversIn } from '../../../shared/activity/receivers.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { Handlers } from './serve.ts';

type Topics = 'activity.page' | 'activity.receivers';

/** Pages of what was signed, sent and connected. */
export function activityHandlers({
  activity,
}: {
  activity: Pick<ActivityLog, 'all' | 'page'>;
}): Pick<Handlers, Topics> {
  return {
    'activity.page': async ({ show, count }) => activity.page(show, count),
    'activity.receivers': async () => [...new Set(receiversIn(activity.all()))],
  };
}
