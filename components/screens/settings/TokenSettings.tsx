import { useState } from 'react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useNetworkName } from '../../hooks/use-networks.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AddToken } from './AddToken.tsx';

/** Edits the tokens that Home shows besides the built-in tokens. */
export function TokenSettings() {
  const call = useWalletCall();
  const tokens = useSnapshot((snapshot) => snapshot.watchedTokens) ?? [];
  const networks = useSnapshot((snapshot) => snapshot.networks) ?? [];
  const nameOf = useNetworkName();
  const remove = useAction(async (chainId: number, address: string) => {
    await call('tokens.remove', { chainId, address });
    await call('portfolio.refresh', { isWhole: true });
  });
  const [isAdding, setIsAdding] = useState(false);
  if (isAdding) return <AddToken networks={networks} onDone={() => setIsAdding(false)} />;
  return (
    <div className="flex flex-col gap-3">
      <Button kind="quiet" onClick={() => setIsAdding(true)}>
        {i18n.t('watchedTokens.addOne')}
      </Button>
      <p className="text-sm text-muted">
        {tokens.length === 0 ? i18n.t('watchedTokens.empty') : i18n.t('watchedTokens.removeMeans')}
      </p>
      <Notice tone="bad">{remove.problem}</Notice>
      <CardList
        testId="watched-tokens"
        items={tokens}
        keyOf={({ chainId, address }) => `${chainId}:${address}`}
      >
        {({ chainId, address, symbol }) => (
          <Card className="flex items-center gap-3">
            <Identicon address={address} size={28} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">{symbol}</p>
              <p className="text-xs text-muted" title={address}>
                {shortAddress(address)} · {nameOf(chainId)}
              </p>
            </div>
            <Button
              kind="plain"
              aria-label={i18n.t('watchedTokens.remove', { symbol })}
              disabled={remove.isRunning}
              onClick={() => void remove.run(chainId, address)}
            >
              {i18n.t('settings.remove')}
            </Button>
          </Card>
        )}
      </CardList>
    </div>
  );
}
