import { createContext, useContext, useEffect, useState } from 'react';

/** Condor's access to sites in a browser that lets the user withdraw the access. */
export interface SiteAccess {
  /** Returns whether Condor may run on every site. */
  isGranted(): Promise<boolean>;
  /**
   * Calls the listener after each change of permissions. Returns a function that removes the
   * listener.
   */
  onChange(listener: () => void): () => void;
}

/** Undefined in a browser that always runs an extension's scripts. */
export const SiteAccessContext = createContext<SiteAccess | undefined>(undefined);

/** Returns true while sites can't find Condor because the user withdrew the access. */
export function useIsSiteAccessMissing(): boolean {
  const access = useContext(SiteAccessContext);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (access === undefined) return;
    const read = () => void access.isGranted().then((isGranted) => setIsMissing(!isGranted));
    read();
    return access.onChange(read);
  }, [access]);
  return isMissing;
}
