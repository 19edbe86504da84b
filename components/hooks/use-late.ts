import { useEffect, useState } from 'react';

/** Milliseconds after which a page explains why nothing happens. */
const LATE_MS = 5_000;

/**
 * Returns true once the page has waited five seconds for the same value of `awaited`. `undefined`
 * means that the page waits for nothing.
 */
export function useLate(awaited: string | undefined): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    setLate(undefined);
    if (awaited === undefined) return;
    const timer = setTimeout(() => setLate(awaited), LATE_MS);
    return () => clearTimeout(timer);
  }, [awaited]);
  return late !== undefined && late === awaited;
}
