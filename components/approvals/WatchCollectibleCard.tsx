import { i18n } from '#i18n';
import { shortAddress } from '../../shared/format.ts';
import type { ApprovalView } from '../../shared/messages/approval-view.ts';
import { Notice } from '../ui/Notice.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { Rows } from './Rows.tsx';

/** A site asks to show an item of a collection on Home (EIP-747). No image is loaded. */
export function WatchCollectibleCard(
  props: FrameActions & {
    view: Extract<ApprovalView, { kind: 'watch_collectible' }>;
    onAgree: () => void;
  },
) {
  const { address, name, tokenId, standard } = props.view.item;
  const collection = name ?? shortAddress(address);
  const values = { collection, tokenId: shortId(tokenId) };
  return (
    <ApprovalFrame
      {...props}
      title={i18n.t(
        name === undefined
          ? 'approvals.showCollectibleTitle'
          : 'approvals.showNamedCollectibleTitle',
        values,
      )}
      confirm={i18n.t('approvals.show')}
      onConfirm={props.onAgree}
    >
      <Rows
        network={props.view.network}
        rows={[
          { label: i18n.t('approvals.collection'), value: collection },
          { label: i18n.t('approvals.itemNumber'), value: tokenId },
          { label: i18n.t('approvals.standard'), value: standard },
          { label: i18n.t('approvals.contract'), value: address },
        ]}
      />
      <Notice tone="warn">{i18n.t('approvals.collectionUnverified')}</Notice>
    </ApprovalFrame>
  );
}

function shortId(tokenId: string): string {
  return tokenId.length > 12 ? `${tokenId.slice(0, 6)}…${tokenId.slice(-4)}` : tokenId;
}
