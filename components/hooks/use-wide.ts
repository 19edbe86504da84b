import { useSyncExternalStore } from 'react';

/** Room for two columns. */
const QUERY = '(min-width: 60rem)';

/** Whether the page has room for a list and what was picked from it side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(QUERY);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(QUERY).matches,
  );
}
