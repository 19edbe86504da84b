import type { Alerts } from '../alerts/alerts.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `alerts.${string}`>;

/** Alerts of the desk. */
export function deskHandlers({ alerts }: { alerts: Alerts }): Pick<Handlers, Topics> {
  return {
    'alerts.set': alerts.set,
    'alerts.remove': ({ id }) => alerts.remove(id),
    'alerts.rearm': ({ id }) => alerts.rearm(id),
    'alerts.see': ({ ids }) => alerts.see(ids),
  };
}
