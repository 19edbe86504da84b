import { ArrowDown } from 'lucide-react';
import { i18n } from '#i18n';
import type { ApprovalView } from '../../shared/messages/approval-view.ts';
import { useHostAccess } from '../hooks/use-host-access.ts';
import { Notice } from '../ui/Notice.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { nameOfNetwork } from './names.ts';
import { Rows } from './Rows.tsx';

/** Shows a site's request to switch to another network (EIP-3326). */
export function SwitchChainCard(
  props: FrameActions & {
    view: Extract<ApprovalView, { kind: 'switch_chain' }>;
    onAgree: () => void;
  },
) {
  const { view } = props;
  return (
    <ApprovalFrame
      {...props}
      title={i18n.t('approvals.switchTitle', { to: nameOfNetwork(view.to) })}
      confirm={i18n.t('approvals.switch')}
      onConfirm={props.onAgree}
    >
      <div className="flex flex-col items-center gap-2 rounded-xl bg-raised p-4 text-sm">
        <span>{nameOfNetwork(view.from)}</span>
        <ArrowDown aria-label={i18n.t('approvals.to')} size={16} className="text-muted" />
        <strong>{nameOfNetwork(view.to)}</strong>
      </div>
      <p className="text-xs text-muted">{i18n.t('approvals.switchMeans')}</p>
      {view.newHosts.length === 0 ? null : (
        <p className="text-xs text-muted">
          {i18n.t('approvals.networkFirstUse', { hosts: view.newHosts.join(', ') })}
        </p>
      )}
    </ApprovalFrame>
  );
}

/** Shows a site's request to add a network that isn't in the wallet (EIP-3085). */
export function AddChainCard(
  props: FrameActions & {
    view: Extract<ApprovalView, { kind: 'add_chain' }>;
    onAgree: () => void;
  },
) {
  const { offered, privateHosts } = props.view;
  const hosts = privateHosts.join(', ');
  const danger = hosts === '' ? undefined : i18n.t('meaning.ownNetworkDanger', { hosts });
  const askHostAccess = useHostAccess();
  const agree = () => void askHostAccess(offered.rpcUrls).then(props.onAgree, props.onAgree);
  return (
    <ApprovalFrame
      {...props}
      title={i18n.t('approvals.addNetworkTitle', { name: offered.name })}
      confirm={i18n.t('approvals.addAndSwitch')}
      danger={danger}
      onConfirm={agree}
    >
      <p className="text-xs text-muted">{i18n.t('approvals.networkServersPrivacy')}</p>
      <Rows
        rows={[
          { label: i18n.t('approvals.network'), value: offered.name },
          { label: i18n.t('approvals.chainId'), value: String(offered.chainId) },
          { label: i18n.t('approvals.coin'), value: offered.symbol },
          ...offered.rpcUrls.map((value) => ({ label: i18n.t('approvals.server'), value })),
          ...(offered.explorerUrl === undefined
            ? []
            : [{ label: i18n.t('approvals.explorer'), value: offered.explorerUrl }]),
        ]}
      />
      <div data-warning tabIndex={-1}>
        <Notice tone="warn">{i18n.t('approvals.networkNameUnverified')}</Notice>
      </div>
    </ApprovalFrame>
  );
}
