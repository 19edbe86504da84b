import { createContext, useContext } from 'react';

/** The running build, as the browser names it. */
export interface Build {
  readonly version: string;
  /** Servers that restrict passkeys to an extension list it. */
  readonly extensionId: string;
}

export const BuildContext = createContext<Build>({ version: '', extensionId: '' });

export function useBuild(): Build {
  return useContext(BuildContext);
}
