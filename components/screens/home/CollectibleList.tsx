import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

/** Watched items that the account owns, as read from the chain. Renders nothing without any. */
export function CollectibleList({ account }: { account: string }) {
  const call = useWalletCall();
  const networks = useSnapshot((snapshot) => snapshot.networks) ?? [];
  const items = useQuery({
    queryKey: ['collectibles', account],
    queryFn: () => call('collectibles.owned', {}),
    refetchOnMount: 'always',
  });
  const remove = useAction(async (chainId: number, address: string, tokenId: string) => {
    await call('collectibles.remove', { chainId, address, tokenId });
    await items.refetch();
  });
  if (items.data === undefined || items.data.length === 0) return null;
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{i18n.t('home.collectibles')}</h2>
      <ul className="divide-y divide-line" data-testid="collectibles">
        {items.data.map(({ chainId, address, tokenId, name, owned }) => {
          const collection = name ?? shortAddress(address);
          return (
            <li
              key={`${chainId}:${address}:${tokenId}`}
              className="flex items-center gap-3 py-2 text-sm"
            >
              <div className="min-w-0 flex-1">
                <p className="truncate">
                  {collection} #{tokenId}
                </p>
                <p className="truncate text-xs text-muted">
                  {networks.find((one) => one.chainId === chainId)?.name} · {owned} ×
                </p>
              </div>
              <Button
                kind="plain"
                aria-label={i18n.t('home.hideCollectible', { collection, tokenId })}
                onClick={() => void remove.run(chainId, address, tokenId)}
              >
                {i18n.t('home.hide')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
