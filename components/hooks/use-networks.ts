import { i18n } from '#i18n';
import type { NetworkView } from '../../shared/messages/snapshot.ts';
import { useSnapshot } from './use-wallet.ts';

export function useNetwork(chainId: number): NetworkView | undefined {
  return useSnapshot(({ networks }) => networks.find((network) => network.chainId === chainId));
}

/** Returns a function that names a network; for an unknown network, the name is the chain id. */
export function useNetworkName(): (chainId: number) => string {
  const networks = useSnapshot((snapshot) => snapshot.networks) ?? [];
  return (chainId) =>
    networks.find((network) => network.chainId === chainId)?.name ??
    i18n.t('meaning.chainNumber', { id: chainId });
}
