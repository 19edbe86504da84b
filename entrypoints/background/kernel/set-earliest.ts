import type { Alarms } from '../platform/alarms.ts';

/** Sets an alarm for the first of these times in epoch milliseconds; clears it if there is none. */
export const setEarliest = (
  alarms: Pick<Alarms, 'set' | 'clear'>,
  name: string,
  times: readonly number[],
): Promise<void> =>
  times.length === 0 ? alarms.clear(name) : alarms.set(name, Math.min(...times));
