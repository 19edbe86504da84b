import { createContext, useContext } from 'react';

/** The place where the wallet's page is open, and functions that open other places. */
export interface Surface {
  readonly kind: 'popup' | 'panel' | 'tab';
  readonly openTab: () => void;
  readonly openSmartAccounts: () => void;
  /** Opens the desk in a tab, at the hash if it is given. */
  readonly openDesk: (hash?: '#alerts') => void;
  /** Opens the browser's side panel; undefined in browsers without a side panel. */
  readonly openPanel: (() => void) | undefined;
}

const ELSEWHERE: Surface = {
  kind: 'tab',
  openTab: () => undefined,
  openSmartAccounts: () => undefined,
  openDesk: () => undefined,
  openPanel: undefined,
};

export const SurfaceContext = createContext<Surface>(ELSEWHERE);

export function useSurface(): Surface {
  return useContext(SurfaceContext);
}
