import { createContext, useContext } from 'react';

export interface Build {
  readonly version: string;
  /** Name of the extension for servers that accept only named extensions; an origin in Firefox. */
  readonly extensionId: string;
}

export const BuildContext = createContext<Build>({ version: '', extensionId: '' });

export function useBuild(): Build {
  return useContext(BuildContext);
}
