import { useSyncExternalStore } from 'react';

/** Minimum width of a page with two columns. */
const QUERY = '(min-width: 60rem)';

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
