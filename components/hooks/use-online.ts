import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** Milliseconds between attempts to reach a server while the browser is offline. */
const CHECK_MS = 5_000;

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/**
 * Returns false while the browser is offline and no configured server answers. A server on the same
 * computer answers without a network.
 */
export function useOnline(): boolean {
  const hasNetwork = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const call = useWalletCall();
  const services = useSnapshot((snapshot) => snapshot.services);
  const { data } = useQuery({
    queryKey: ['is any server up', services],
    queryFn: () => call('settings.isAnyServerUp', {}),
    enabled: !hasNetwork && services !== undefined,
    refetchInterval: CHECK_MS,
    gcTime: 0,
  });
  return hasNetwork || data?.isUp !== false;
}
