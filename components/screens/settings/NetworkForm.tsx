import { i18n } from '#i18n';
import type { NetworkView } from '../../../shared/messages/snapshot.ts';
import { addressProblem } from '../../texts/service-defaults.ts';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { UrlList } from './UrlList.tsx';
import { useNetworkForm } from './use-network-form.ts';

/** Shows a form for a network. The network is saved only if its endpoints return its chain id. */
export function NetworkForm(props: {
  /** The network to edit; its id can't change. */
  network?: NetworkView;
  onDone: (leftOut: readonly string[]) => void;
  onCancel: () => void;
}) {
  const { network } = props;
  const form = useNetworkForm(network, props.onDone);
  const { typed, change, save } = form;
  return (
    <Form
      action={save}
      isReady={form.isReady}
      onSubmit={() => void save.run()}
      onCancel={props.onCancel}
      button={i18n.t('networks.save')}
      busy={i18n.t('networks.checking')}
    >
      <Field
        label={i18n.t('networks.name')}
        value={typed.name}
        maxLength={64}
        onType={(name) => change({ name })}
      />
      <div className="grid grid-cols-2 gap-2">
        <Field
          label={i18n.t('networks.chainId')}
          inputMode="numeric"
          value={typed.chainId}
          disabled={network !== undefined}
          problem={form.isChainId ? undefined : i18n.t('networks.badChainId')}
          onType={(chainId) => change({ chainId })}
        />
        <Field
          label={i18n.t('networks.coin')}
          value={typed.symbol}
          maxLength={16}
          isNeeded
          problem={form.isSymbol ? undefined : i18n.t('networks.badCoin')}
          onType={(symbol) => change({ symbol })}
        />
      </div>
      <UrlList
        urls={typed.rpcUrls}
        labelOf={(place) =>
          place === 1
            ? i18n.t('networks.primaryEndpoint')
            : i18n.t('networks.fallbackEndpoint', { place })
        }
        addLabel={i18n.t('networks.addEndpoint')}
        onChange={(rpcUrls) => change({ rpcUrls })}
      />
      <Field
        label={i18n.t('networks.explorer')}
        value={typed.explorerUrl}
        placeholder="https://…"
        problem={addressProblem(typed.explorerUrl.trim())}
        onType={(explorerUrl) => change({ explorerUrl })}
      />
    </Form>
  );
}
