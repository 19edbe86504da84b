import { createContext, useContext } from 'react';
import { i18n } from '#i18n';
import { hostPatterns } from '../../shared/host-patterns.ts';

/**
 * Asks the browser to let Condor reach servers and use passkeys of relying parties. Must be the
 * first call during a click. Returns false when the user declined.
 */
type RequestHosts = (addresses: readonly string[]) => Promise<boolean>;

/** Access to hosts that needs the browser's permission. */
export interface HostAccess {
  readonly request: RequestHosts;
  readonly isGranted: (addresses: readonly string[]) => Promise<boolean>;
}

export const HostAccessContext = createContext<HostAccess | undefined>(undefined);

/** Returns a function that checks whether the browser already lets Condor reach some hosts. */
export function useHasHostAccess(): HostAccess['isGranted'] {
  const access = useContext(HostAccessContext);
  return async (addresses) => access === undefined || access.isGranted(addresses);
}

/**
 * Returns a function that requests access to hosts. The function throws an error with a text for
 * the user if the access isn't granted.
 */
export function useHostAccess(): (addresses: readonly string[]) => Promise<void> {
  const access = useContext(HostAccessContext);
  return async (addresses) => {
    if (access === undefined || (await access.request(addresses))) return;
    throw new Error(i18n.t('ui.noPermission'));
  };
}

/** Creates the access to hosts from the browser's permissions API. */
export function hostAccess(permissions: {
  request(wanted: { origins: string[] }): Promise<boolean>;
  contains(wanted: { origins: string[] }): Promise<boolean>;
}): HostAccess {
  const of =
    (ask: 'request' | 'contains') =>
    async (addresses: readonly string[]): Promise<boolean> => {
      const origins = hostPatterns(addresses);
      return origins.length === 0 || permissions[ask]({ origins });
    };
  return { request: of('request'), isGranted: of('contains') };
}
