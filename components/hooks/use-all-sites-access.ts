import { createContext, useContext } from 'react';
import { i18n } from '#i18n';

/**
 * Asks the browser for access to every site. Works only during a click. Returns false when the user
 * declined.
 */
export type RequestAllSites = () => Promise<boolean>;

export const AllSitesAccessContext = createContext<RequestAllSites | undefined>(undefined);

/**
 * Returns a function that requests access to every site. The function throws an error with a text
 * for the user if the access isn't granted.
 */
export function useAllSitesAccess(): () => Promise<void> {
  const request = useContext(AllSitesAccessContext);
  return async () => {
    if (request === undefined || (await request())) return;
    throw new Error(i18n.t('sites.noAccess'));
  };
}
