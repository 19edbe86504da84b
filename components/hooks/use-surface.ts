import { createContext, useContext } from 'react';

/** Where the wallet's page is open, and how to open it elsewhere. */
export interface Surface {
  readonly kind: 'popup' | 'panel' | 'tab';
  readonly openTab: () => void;
  readonly openSmartAccounts: () => void;
  /** Opens the desk in a tab, at this hash. */
  readonly openDesk: (hash?: '#alerts') => void;
  /** Opens the browser's side panel beside the page; undefined in browsers without one. */
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
