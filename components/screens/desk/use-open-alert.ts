import type { Alert } from '../../../shared/messages/alerts.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { alertPlace } from './alert-place.ts';
import type { ChainView } from './use-chains.ts';
import { useDeskHash } from './use-desk-hash.ts';

/**
 * Opens the page about an alert when the returned function is called or a notification is clicked.
 */
export function useOpenAlert(pages: {
  onChain: (view: ChainView) => void;
  /** `key` of the position's row. */
  onPosition: (account: string, key: string) => void;
  onList: () => void;
}): (alert: Alert) => void {
  const call = useWalletCall();
  const alerts = useSnapshot((snapshot) => snapshot.alerts?.all);

  function open(alert: Alert): void {
    const place = alertPlace(alert.rule);
    call('alerts.see', { ids: [alert.id] }).catch(() => undefined);
    if (place.page === 'chain') pages.onChain(place.view);
    else pages.onPosition(place.account, place.key);
  }

  useDeskHash((hash) => {
    const alert = hash.kind === 'alert' ? alerts?.find(({ id }) => id === hash.id) : undefined;
    if (alert === undefined) pages.onList();
    else open(alert);
  });

  return open;
}
