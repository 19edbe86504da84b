import { useEffect, useState } from 'react';

/** Interval for ages, countdowns and figures in whole minutes. */
export const MINUTE_MS = 60_000;

/** Returns the current time in epoch milliseconds, updated at an interval. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
