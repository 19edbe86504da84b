import { useEffect, useState } from 'react';

/** Milliseconds after which a page explains why nothing happens. */
const LATE_MS = 5_000;

/**
 * Returns true once the same thing has been awaited for five seconds. `undefined` means that
 * nothing is being awaited.
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
