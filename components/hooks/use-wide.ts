import { useSyncExternalStore } from 'react';

/** Minimum width for two columns. */
const QUERY = '(min-width: 60rem)';

/** Returns whether the page has room for a list and its selected item side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(QUERY);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(QUERY).matches,
    () => false,
  );
}
