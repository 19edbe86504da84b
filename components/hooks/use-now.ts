import { useEffect, useState } from 'react';

/** Interval for updates of ages, countdowns and figures in whole minutes. */
export const MINUTE_MS = 60_000;

/** Returns epoch milliseconds, renewed at an interval, for ages and countdowns. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
