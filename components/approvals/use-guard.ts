import { useEffect, useState } from 'react';
import { guardClicks } from './click-guard.ts';

/** Returns true while clicks must be ignored. Each change of `what` restarts the guard. */
export function useGuard(what: string): boolean {
  const [free, setFree] = useState<string>();
  useEffect(
    () =>
      guardClicks({
        window,
        document,
        hasFocus: () => document.hasFocus(),
        now: () => performance.now(),
        onChange: (isGuarded) => setFree(isGuarded ? undefined : what),
      }),
    [what],
  );
  return free !== what;
}
