import { useState } from 'react';
import { i18n } from '#i18n';
import type { NetworkView } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { addressProblem } from '../../texts/service-defaults.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { EndpointList } from './EndpointList.tsx';

const CHAIN_ID_PATTERN = /^[1-9]\d{0,14}$/;
const SYMBOL_PATTERN = /^[\w.$-]{1,16}$/;

/** A network as typed; its endpoints must return its chain id before it is saved. */
export function NetworkForm(props: {
  /** The network to edit; its id can't change. */
  network?: NetworkView;
  onDone: (leftOut: readonly string[]) => void;
  onCancel: () => void;
}) {
  const { network } = props;
  const call = useWalletCall();
  const [name, setName] = useState(network?.name ?? '');
  const [chainId, setChainId] = useState(network === undefined ? '' : String(network.chainId));
  const [symbol, setSymbol] = useState(network?.symbol ?? 'ETH');
  const [endpoints, setEndpoints] = useState<readonly string[]>(network?.rpcUrls ?? ['']);
  const [explorer, setExplorer] = useState(network?.explorerUrl ?? '');
  const rpcUrls = endpoints.map((url) => url.trim()).filter((url) => url !== '');
  const save = useAction(async () => {
    const { leftOut } = await call('networks.add', {
      network: {
        chainId: Number(chainId),
        name: name.trim(),
        symbol: symbol.trim(),
        rpcUrls: [...new Set(rpcUrls)],
        ...(explorer.trim() === '' ? {} : { explorerUrl: explorer.trim() }),
      },
    });
    props.onDone(leftOut);
  });
  const isReady =
    name.trim() !== '' &&
    CHAIN_ID_PATTERN.test(chainId) &&
    SYMBOL_PATTERN.test(symbol.trim()) &&
    rpcUrls.length > 0 &&
    rpcUrls.every((url) => addressProblem(url) === undefined) &&
    (explorer.trim() === '' || addressProblem(explorer.trim()) === undefined);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void save.run();
      }}
    >
      <Field
        label={i18n.t('networks.name')}
        value={name}
        maxLength={64}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-2">
        <Field
          label={i18n.t('networks.chainId')}
          inputMode="numeric"
          value={chainId}
          disabled={network !== undefined}
          problem={
            chainId === '' || CHAIN_ID_PATTERN.test(chainId)
              ? undefined
              : i18n.t('networks.badChainId')
          }
          onChange={(event) => setChainId(event.target.value)}
        />
        <Field
          label={i18n.t('networks.coin')}
          value={symbol}
          maxLength={16}
          problem={SYMBOL_PATTERN.test(symbol.trim()) ? undefined : i18n.t('networks.badCoin')}
          onChange={(event) => setSymbol(event.target.value)}
        />
      </div>
      <EndpointList endpoints={endpoints} onChange={setEndpoints} />
      <Field
        label={i18n.t('networks.explorer')}
        value={explorer}
        spellCheck={false}
        placeholder="https://…"
        problem={explorer.trim() === '' ? undefined : addressProblem(explorer.trim())}
        onChange={(event) => setExplorer(event.target.value)}
      />
      {save.problem === undefined ? null : <Notice tone="bad">{save.problem}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" disabled={!isReady || save.isRunning}>
          {save.isRunning ? i18n.t('networks.checking') : i18n.t('networks.save')}
        </Button>
        <Button kind="plain" onClick={props.onCancel}>
          {i18n.t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}
