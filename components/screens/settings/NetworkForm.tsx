import { useState } from 'react';
import { i18n } from '#i18n';
import type { NetworkView } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { addressProblem } from '../../texts/service-defaults.ts';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { UrlList } from './UrlList.tsx';

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
    <Form
      action={save}
      isReady={isReady}
      onSubmit={() => void save.run()}
      onCancel={props.onCancel}
      button={i18n.t('networks.save')}
      busy={i18n.t('networks.checking')}
    >
      <Field label={i18n.t('networks.name')} value={name} maxLength={64} onType={setName} />
      <div className="grid grid-cols-2 gap-2">
        <Field
          label={i18n.t('networks.chainId')}
          inputMode="numeric"
          value={chainId}
          disabled={network !== undefined}
          problem={CHAIN_ID_PATTERN.test(chainId) ? undefined : i18n.t('networks.badChainId')}
          onType={setChainId}
        />
        <Field
          label={i18n.t('networks.coin')}
          value={symbol}
          maxLength={16}
          isNeeded
          problem={SYMBOL_PATTERN.test(symbol.trim()) ? undefined : i18n.t('networks.badCoin')}
          onType={setSymbol}
        />
      </div>
      <UrlList
        urls={endpoints}
        labelOf={(place) =>
          place === 1
            ? i18n.t('networks.primaryEndpoint')
            : i18n.t('networks.fallbackEndpoint', { place })
        }
        addLabel={i18n.t('networks.addEndpoint')}
        onChange={setEndpoints}
      />
      <Field
        label={i18n.t('networks.explorer')}
        value={explorer}
        placeholder="https://…"
        problem={addressProblem(explorer.trim())}
        onType={setExplorer}
      />
    </Form>
  );
}
