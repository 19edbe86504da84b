import { i18n } from '#i18n';
import { imitatedToken } from '../../shared/chain/imitated-token.ts';
import type { ApprovalView } from '../../shared/messages/approval-view.ts';
import { Notice } from '../ui/Notice.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { Rows } from './Rows.tsx';

/** Shows a site's request to list a token among the balances (EIP-747). */
export function WatchAssetCard(
  props: FrameActions & {
    view: Extract<ApprovalView, { kind: 'watch_asset' }>;
    onAgree: () => void;
  },
) {
  const { token } = props.view;
  const imitated = imitatedToken(token);
  return (
    <ApprovalFrame
      {...props}
      title={i18n.t('approvals.showTokenTitle', { symbol: token.symbol })}
      confirm={i18n.t('approvals.show')}
      onConfirm={props.onAgree}
    >
      <Rows
        network={props.view.network}
        rows={[
          { label: i18n.t('approvals.symbol'), value: token.symbol },
          { label: i18n.t('approvals.decimals'), value: String(token.decimals) },
          { label: i18n.t('approvals.contract'), value: token.address },
        ]}
      />
      {imitated === undefined ? (
        <Notice tone="warn">{i18n.t('approvals.tokenUnverified')}</Notice>
      ) : (
        <Notice tone="bad">{i18n.t('approvals.imitatesToken', { symbol: imitated })}</Notice>
      )}
    </ApprovalFrame>
  );
}
