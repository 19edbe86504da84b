import { useEffect, useState } from 'react';

/** Milliseconds after which a user wants to know why nothing happens. */
export const LATE_MS = 5_000;

/** Returns true once something has been awaited for five seconds. */
export function useLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate && isWaiting;
}
