import type { Commands, Feature } from '../kernel/feature.ts';
import { stored } from '../kernel/stored.ts';
import type { Market } from '../orders/index.ts';
import type { PositionParts } from '../positions/index.ts';
import type { Core } from '../procedures/index.ts';
import { ALERTS_ALARM, createAlerts } from './alerts.ts';
import { alertsKeys } from './keys.ts';
import { createFactReader } from './read-facts.ts';
import { createPositionReader } from './read-positions.ts';
import { createQuoteReader } from './read-quotes.ts';

/** Creates the checks and notifications of the user's alerts. */
export function createAlertParts(
  { areas, events, isUnlocked, platform, selected, settings }: Core,
  { checks, feed, spots }: Market,
  { positions }: PositionParts,
) {
  const { alarms, clock, notify } = platform;
  const alerts = createAlerts({
    stored: stored(areas, alertsKeys.alerts),
    checkedAt: stored(areas, alertsKeys.alertsCheckedAt),
    ...{ alarms, clock, isUnlocked, notify },
    areAmountsHidden: () => settings.get().areAmountsHidden === true,
    readFacts: createFactReader({
      clock,
      spots,
      readQuotes: createQuoteReader({ feed, checks, spots, clock }),
      readPositions: createPositionReader(positions),
    }),
    onChange: () => events.emit('changed'),
  });
  const commands: Commands<'alerts'> = {
    'alerts.set': alerts.set,
    'alerts.remove': ({ id }) => alerts.remove(id),
    'alerts.rearm': ({ id }) => alerts.rearm(id),
    'alerts.see': ({ ids }) => alerts.see(ids),
  };
  return {
    ...alerts,
    commands,
    view: () => (selected() === undefined ? {} : { alerts: alerts.view() }),
    alarms: { [ALERTS_ALARM]: alerts.ring },
  } satisfies Feature;
}
