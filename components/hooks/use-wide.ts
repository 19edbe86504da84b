import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the page has room for two columns. */
export const useWide = (): boolean => useMedia('(min-width: 60rem)');

/** Returns whether the page has room for two tables that scroll separately. */
export const useRoomy = (): boolean => useMedia('(min-width: 44rem) and (min-height: 44rem)');

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    useCallback(
      (onChange) => {
        const media = matchMedia(query);
        media.addEventListener('change', onChange);
        return () => media.removeEventListener('change', onChange);
      },
      [query],
    ),
    () => matchMedia(query).matches,
    () => false,
  );
}
