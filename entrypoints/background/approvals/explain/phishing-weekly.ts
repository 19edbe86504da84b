import type { Clock } from '../../../../shared/ports.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { Alarms } from '../../platform/alarms.ts';

export const PHISHING_ALARM = 'phishing-list';
const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;

export type WeeklyRefresh = ReturnType<typeof createWeeklyRefresh>;

/**
 * Refreshes the list of phishing sites a week after the last refresh, unless the user has turned
 * refreshing off. For the bundled list, the week starts when a refresh is first planned. The alarm
 * outlives worker and browser. A failed refresh keeps the old list and is repeated a day later.
 */
export function createWeeklyRefresh(deps: {
  alarms: Pick<Alarms, 'set' | 'clear'>;
  clock: Clock;
  isOn: () => boolean;
  /**
   * Epoch milliseconds of the last attempt. The next attempt is at least a day later. Before any
   * attempt, this is six days after the first plan, so that the first attempt comes a week after
   * the first plan.
   */
  triedAt: Stored<number>;
  /** Epoch milliseconds of the last refresh; `undefined` while the bundled list is used. */
  refreshedAt: () => number | undefined;
  refresh: () => Promise<void>;
}) {
  /** Sets the alarm for the next refresh, or clears it when refreshing is off. */
  async function plan(): Promise<void> {
    if (!deps.isOn()) {
      await deps.alarms.clear(PHISHING_ALARM);
      return;
    }
    const due = (deps.refreshedAt() ?? 0) + WEEK_MS;
    const tried = await deps.triedAt.read();
    const last = tried ?? deps.clock.now() + WEEK_MS - DAY_MS;
    if (tried === undefined) await deps.triedAt.write(last);
    const retry = last + DAY_MS;
    await deps.alarms.set(PHISHING_ALARM, Math.max(due, retry, deps.clock.now()));
  }

  return {
    plan,

    /** Handles the alarm. Does nothing when the user has turned refreshing off. */
    async ring(): Promise<void> {
      if (!deps.isOn()) return;
      await deps.triedAt.write(deps.clock.now());
      // The settings show the list's age, so a failure isn't reported.
      await deps.refresh().catch(() => undefined);
      await plan();
    },
  };
}
