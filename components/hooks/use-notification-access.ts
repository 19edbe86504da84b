import { createContext, useContext } from 'react';

/**
 * Asks the browser to let Condor show notifications; must be called first in a click. Returns false
 * when the user declined.
 */
export type RequestNotifications = () => Promise<boolean>;

export const NotificationAccessContext = createContext<RequestNotifications | undefined>(undefined);

/** Resolves to whether notifications may be shown. */
export function useNotificationAccess(): RequestNotifications {
  const request = useContext(NotificationAccessContext);
  return async () => (request === undefined ? false : request());
}
