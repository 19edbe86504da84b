import { i18n } from '#i18n';
import type { ApprovalView } from '../../shared/messages/approval-view.ts';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';

/** A request that can't be explained, for as long as its nodes don't respond. */
export function UnexplainedCard(props: FrameActions & { view: ApprovalView }) {
  return (
    <ApprovalFrame {...props} title={i18n.t('approvals.unexplainedTitle')} confirm="">
      <Notice tone="bad">{i18n.t('approvals.unexplained')}</Notice>
      <Spinner label={i18n.t('approvals.stillReading')} />
    </ApprovalFrame>
  );
}
