import type { Alerts } from '../alerts/alerts.ts';
import type { DeskChoicesStore } from '../state/desk-choices.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `alerts.${string}` | `desk.${string}`>;

/** Alerts, and the choices of the desk. */
export function deskHandlers({
  alerts,
  deskChoices,
}: {
  alerts: Alerts;
  deskChoices: DeskChoicesStore;
}): Pick<Handlers, Topics> {
  return {
    'alerts.set': alerts.set,
    'alerts.remove': ({ id }) => alerts.remove(id),
    'alerts.rearm': ({ id }) => alerts.rearm(id),
    'alerts.see': ({ ids }) => alerts.see(ids),
    'desk.save': ({ choices }) => deskChoices.set(choices),
  };
}
