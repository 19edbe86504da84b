import { createContext, useContext } from 'react';
import { i18n } from '#i18n';
import { hostPatterns } from '../../shared/host-patterns.ts';

/**
 * Asks the browser to let Condor reach servers and use passkeys of relying parties. Must be called
 * first in a click. Returns false when the user declined.
 */
export type RequestHosts = (addresses: readonly string[]) => Promise<boolean>;

export const HostAccessContext = createContext<RequestHosts | undefined>(undefined);

/** Throws a sentence for the user when access wasn't granted. */
export function useHostAccess(): (addresses: readonly string[]) => Promise<void> {
  const request = useContext(HostAccessContext);
  return async (addresses) => {
    if (request === undefined || (await request(addresses))) return;
    throw new Error(i18n.t('ui.noPermission'));
  };
}

/** Asks for the hosts of addresses; `request` is the browser's prompt. */
export function hostRequester(request: (origins: string[]) => Promise<boolean>): RequestHosts {
  return async (addresses) => {
    const origins = hostPatterns(addresses);
    return origins.length === 0 || request(origins);
  };
}
