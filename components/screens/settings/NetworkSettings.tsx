import { useState } from 'react';
import { i18n } from '#i18n';
import type { NetworkView } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NetworkForm } from './NetworkForm.tsx';
import { OfferedNetworks } from './OfferedNetworks.tsx';

/**
 * Lists networks besides Base with their endpoints. The endpoints of a network are interchangeable.
 */
export function NetworkSettings() {
  const networks = useSnapshot((snapshot) => snapshot.networks) ?? [];
  const [edited, setEdited] = useState<number | 'new'>();
  const [note, setNote] = useState<string>();
  const close = (leftOut: readonly string[] = []) => {
    setEdited(undefined);
    setNote(
      leftOut.length === 0
        ? undefined
        : i18n.t('networks.leftOut', { endpoints: leftOut.join(', ') }),
    );
  };
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warn">{note}</Notice>
      <CardList testId="networks" items={networks} keyOf={({ chainId }) => chainId}>
        {(network) =>
          edited === network.chainId ? (
            <Card>
              <NetworkForm network={network} onDone={close} onCancel={() => close()} />
            </Card>
          ) : (
            <NetworkCard network={network} onEdit={() => setEdited(network.chainId)} />
          )
        }
      </CardList>
      {edited === 'new' ? (
        <Card>
          <NetworkForm onDone={close} onCancel={() => close()} />
        </Card>
      ) : (
        <Button kind="quiet" onClick={() => setEdited('new')}>
          {i18n.t('networks.add')}
        </Button>
      )}
      <OfferedNetworks />
    </div>
  );
}

function NetworkCard({ network, onEdit }: { network: NetworkView; onEdit: () => void }) {
  const call = useWalletCall();
  const { chainId, name, symbol, rpcUrls, isOwn } = network;
  const remove = useAction(() => call('networks.remove', { chainId }));
  return (
    <Card className="flex flex-col gap-2">
      <p className="flex items-baseline justify-between gap-2">
        <span className="truncate text-sm font-medium">{name}</span>
        <span className="shrink-0 text-xs text-muted">
          {i18n.t('networks.idLine', { symbol, chainId })}
        </span>
      </p>
      <ol className="flex flex-col gap-0.5 text-xs text-muted">
        {rpcUrls.map((url, i) => (
          <li key={url} className="break-all">
            {i18n.t(i === 0 ? 'networks.primary' : 'networks.fallback', { url })}
          </li>
        ))}
      </ol>
      <Notice tone="bad">{remove.problem}</Notice>
      {isOwn ? (
        <p className="text-xs text-muted">{i18n.t('networks.builtIn')}</p>
      ) : (
        <div className="flex gap-2">
          <Button
            kind="quiet"
            aria-label={i18n.t('networks.changeNamed', { name })}
            onClick={onEdit}
          >
            {i18n.t('settings.change')}
          </Button>
          <ActionButton
            action={remove}
            kind="plain"
            aria-label={i18n.t('settings.removeNamed', { name })}
          >
            {i18n.t('settings.remove')}
          </ActionButton>
        </div>
      )}
    </Card>
  );
}
