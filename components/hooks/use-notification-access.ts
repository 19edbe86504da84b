import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

export interface NotificationAccess {
  /** Asks the user. Must be the first call during a click. Returns false when the user declined. */
  readonly request: () => Promise<boolean>;
  readonly isAllowed: () => Promise<boolean>;
}

const NO_ACCESS: NotificationAccess = {
  request: async () => false,
  isAllowed: async () => false,
};

export const NotificationAccessContext = createContext(NO_ACCESS);

const ALLOWED = ['notifications allowed'];

/** Returns a function that asks for the permission and resolves to whether notifications may be shown. */
export function useNotificationAccess(): NotificationAccess['request'] {
  const { request } = useContext(NotificationAccessContext);
  const queries = useQueryClient();
  return async () => {
    const isAllowed = await request();
    queries.setQueryData(ALLOWED, isAllowed);
    return isAllowed;
  };
}

/** Returns whether notifications may be shown; undefined before the browser's answer. */
export function useNotificationsAllowed(): boolean | undefined {
  const { isAllowed } = useContext(NotificationAccessContext);
  return useQuery({ queryKey: ALLOWED, queryFn: isAllowed }).data;
}
