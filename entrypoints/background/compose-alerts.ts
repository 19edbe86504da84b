import { createAlerts } from './alerts/alerts.ts';
import { createFactReader } from './alerts/read-facts.ts';
import { createPositionReader } from './alerts/read-positions.ts';
import { createQuoteReader } from './alerts/read-quotes.ts';
import type { MarketParts } from './compose-market.ts';
import type { Core } from './core.ts';
import { stored } from './state/stored.ts';
import { STORED_KEYS } from './stored-keys.ts';

/** Connects alerts with the sources of their facts. */
export function composeAlerts(core: Core, market: MarketParts, onChange: () => void) {
  const { alarms, clock, notify } = core.platform;
  const { checks, feed, positions, spots } = market;
  return createAlerts({
    stored: stored(core.areas, STORED_KEYS.alerts),
    checkedAt: stored(core.areas, STORED_KEYS.alertsCheckedAt),
    alarms,
    clock,
    isUnlocked: () => core.session.state().status === 'unlocked',
    areAmountsHidden: () => core.settings.get().areAmountsHidden === true,
    readFacts: createFactReader({
      clock,
      spots,
      readQuotes: createQuoteReader({ feed, checks, spots, clock }),
      readPositions: createPositionReader(positions),
    }),
    notify,
    onChange,
  });
}
