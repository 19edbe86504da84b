import { i18n } from '#i18n';
import { shortAddress } from '../../shared/format.ts';
import type { MessageView } from '../../shared/messages/approval-view.ts';
import { LongText } from '../ui/LongText.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { Checks } from './Checks.tsx';
import { ownCodeChecks } from './describe-check.ts';
import { describeMessage } from './describe-message.ts';
import { nameOfAccount } from './names.ts';
import { Rows } from './Rows.tsx';

/** Shows the whole text of a `personal_sign` message. */
export function MessageCard(props: FrameActions & { view: MessageView; onSign: () => void }) {
  const { view } = props;
  const shown = view.text ?? view.hex;
  const { title, rows, checks, refusal, danger } = describeMessage(view);
  return (
    <ApprovalFrame
      {...props}
      title={title}
      confirm={i18n.t('approvals.sign')}
      refusal={refusal}
      danger={danger}
      toRead={shown}
      onConfirm={refusal === undefined ? props.onSign : undefined}
    >
      <p className="text-xs text-muted">
        {i18n.t('approvals.withAccount', {
          accountName: nameOfAccount(view),
          account: shortAddress(view.account),
        })}{' '}
        {danger === undefined
          ? i18n.t('approvals.messageMeans')
          : i18n.t('approvals.typedDataMeans')}
      </p>
      <Rows rows={rows} />
      <Checks checks={[...ownCodeChecks(view), ...checks]} />
      {view.text === undefined ? (
        <Notice tone="warn">{i18n.t('approvals.bytesUnreadable')}</Notice>
      ) : null}
      <pre
        data-signed
        data-testid="message"
        className="rounded-xl bg-raised p-3 font-mono text-xs break-words whitespace-pre-wrap"
      >
        <LongText text={shown} />
      </pre>
    </ApprovalFrame>
  );
}
