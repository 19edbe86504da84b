import { type UnixSeconds, unixSeconds } from '../units.ts';

const DAY_SECONDS = 86_400;
/** Time of day at which the protocol's options expire (08:00 UTC), in seconds. */
const AT_SECONDS = 8 * 3_600;
const FRIDAY = 5;
/** Minimum seconds until expiry. Makers don't quote earlier expiries. */
const MIN_SECONDS = 3 * 3_600;
const [DAYS, WEEKS_DAYS, LAST_DAY] = [3, 28, 100];

/**
 * Returns the expiries for which makers can be asked, ascending. `live`: the expiries of live
 * orders. `usual`: the usual expiries without live orders (the next days, the next Fridays, and the
 * last Fridays of the next months).
 */
export function askedExpiries(
  live: Iterable<number>,
  now: UnixSeconds,
): { readonly live: readonly UnixSeconds[]; readonly usual: readonly UnixSeconds[] } {
  const isLate = (expiry: number) => expiry > now + MIN_SECONDS;
  const quoted = new Set([...live].filter(isLate));
  const today = now - (now % DAY_SECONDS) + AT_SECONDS;
  const usual = Array.from({ length: LAST_DAY }, (_, day) => today + day * DAY_SECONDS).filter(
    (expiry, day) => isLate(expiry) && isUsual(expiry, day) && !quoted.has(expiry),
  );
  return {
    live: [...quoted].sort((a, b) => a - b).map(unixSeconds),
    usual: usual.map(unixSeconds),
  };
}

function isUsual(expiry: number, day: number): boolean {
  const date = new Date(expiry * 1000);
  if (day <= DAYS) return true;
  if (date.getUTCDay() !== FRIDAY) return false;
  const nextFriday = new Date((expiry + 7 * DAY_SECONDS) * 1000);
  return day <= WEEKS_DAYS || nextFriday.getUTCMonth() !== date.getUTCMonth();
}
