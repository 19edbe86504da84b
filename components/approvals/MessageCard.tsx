import type { ApprovalView } from '../../shared/approvals/view.ts';
import { shortAddress } from '../../shared/format.ts';
import { Notice } from '../ui/Notice.tsx';
import { ApprovalFrame } from './ApprovalFrame.tsx';

/** A message for `personal_sign`, shown whole. */
export function MessageCard(props: {
  view: Extract<ApprovalView, { kind: 'personal_sign' }>;
  onSign: () => void;
  onReject: () => void;
}) {
  const { view } = props;
  return (
    <ApprovalFrame
      view={view}
      title="Sign this message?"
      confirm="Sign"
      onConfirm={props.onSign}
      onReject={props.onReject}
    >
      <p className="text-xs text-muted">
        with {view.accountName} ({shortAddress(view.account)}). A signature costs nothing and can
        prove to the site who you are.
      </p>
      {view.text === undefined ? (
        <Notice tone="warn">These bytes are no readable text. Sign only what you expect.</Notice>
      ) : null}
      <pre
        data-testid="message"
        className="rounded-xl bg-raised p-3 font-mono text-xs break-words whitespace-pre-wrap"
      >
        {view.text ?? view.hex}
      </pre>
    </ApprovalFrame>
  );
}
