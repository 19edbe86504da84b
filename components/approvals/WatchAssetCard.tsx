import type { ApprovalView } from '../../shared/approvals/view.ts';
import { Notice } from '../ui/Notice.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { Rows } from './Rows.tsx';

/** A site asks to show a token among the balances (EIP-747). */
export function WatchAssetCard(
  props: FrameActions & {
    view: Extract<ApprovalView, { kind: 'watch_asset' }>;
    onAgree: () => void;
  },
) {
  const { token } = props.view;
  return (
    <ApprovalFrame
      {...props}
      title={`Show ${token.symbol} among your balances?`}
      confirm="Show it"
      onConfirm={props.onAgree}
    >
      <Rows
        rows={[
          { label: 'Symbol', value: token.symbol },
          { label: 'Decimals', value: String(token.decimals) },
          { label: 'Contract', value: token.address },
        ]}
      />
      <Notice tone="warn">
        Anyone can make a token with any name. Being shown here says nothing about its worth.
      </Notice>
    </ApprovalFrame>
  );
}
