import { useState } from 'react';
import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Check } from '../../ui/Check.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Lists built-in networks that the user hasn't added. Test networks appear only on request. */
export function OfferedNetworks() {
  const call = useWalletCall();
  const offered = useSnapshot((snapshot) => snapshot.offeredNetworks) ?? [];
  const [withTests, setWithTests] = useState(false);
  const use = useAction((chainId: number) => call('networks.use', { chainId }));
  if (offered.length === 0) return null;
  return (
    <section className="flex flex-col gap-2" aria-label={i18n.t('networks.offered')}>
      <h2 className="text-sm font-semibold">{i18n.t('networks.offered')}</h2>
      <p className="text-xs text-muted">{i18n.t('networks.offeredHint')}</p>
      <Notice tone="bad">{use.problem}</Notice>
      <CardList
        testId="offered-networks"
        items={offered.filter(({ isTest }) => withTests || !isTest)}
        keyOf={({ chainId }) => chainId}
      >
        {({ chainId, name }) => (
          <Card className="flex items-center justify-between gap-2">
            <span className="truncate text-sm">{name}</span>
            <Button
              kind="quiet"
              aria-label={i18n.t('networks.useNamed', { name })}
              disabled={use.isRunning}
              onClick={() => void use.run(chainId)}
            >
              {i18n.t('networks.use')}
            </Button>
          </Card>
        )}
      </CardList>
      {offered.some(({ isTest }) => isTest) ? (
        <Check
          label={i18n.t('networks.showTestNetworks')}
          isOn={withTests}
          onChange={setWithTests}
        />
      ) : null}
    </section>
  );
}
