import { useState } from 'react';
import type { ExpiryNotices } from '../../shared/messages/snapshot.ts';
import { useAction } from './use-action.ts';
import { useAwaitedAccess } from './use-awaited-access.ts';
import { useNotificationAccess } from './use-notification-access.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/**
 * Returns the setting for notifications at expiry, and a function that changes it and asks the
 * browser for the permission.
 */
export function useExpiryNotices() {
  const call = useWalletCall();
  const askForNotifications = useNotificationAccess();
  const awaitAccess = useAwaitedAccess();
  const chosen = useSnapshot((snapshot) => snapshot.expiryNotices);
  const [isDenied, setIsDenied] = useState(false);
  const choose = useAction(async (kind: ExpiryNotices) => {
    const isAllowed =
      kind === 'off' ||
      (await awaitAccess({ kind: 'expiryNotices', notices: kind }, askForNotifications));
    setIsDenied(!isAllowed);
    if (isAllowed) await call('settings.setExpiryNotices', { kind });
  });
  return { chosen, isDenied, choose };
}
