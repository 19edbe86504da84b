import { createContext, useContext } from 'react';

/** Where the wallet's page stands, and how it gets elsewhere. */
export interface Surface {
  readonly kind: 'popup' | 'panel' | 'tab';
  /** Opens the wallet in a tab of its own. */
  readonly openTab: () => void;
  /** Opens the browser's side panel beside the page; absent where the browser has none. */
  readonly openPanel: (() => void) | undefined;
}

const ELSEWHERE: Surface = { kind: 'tab', openTab: () => undefined, openPanel: undefined };

export const SurfaceContext = createContext<Surface>(ELSEWHERE);

export function useSurface(): Surface {
  return useContext(SurfaceContext);
}
