import { i18n } from '#i18n';
import type { ApprovalView } from '../../shared/messages/approval-view.ts';
import { CardList } from '../ui/CardList.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { describeCall } from './describe-call.ts';

/** Shows what the bytes alone reveal about a request while no node has explained the request. */
export function UnexplainedCard(
  props: FrameActions & { view: Extract<ApprovalView, { kind: 'unexplained' }> },
) {
  const { calls = [], isLate = false } = props.view;
  const [first, ...others] = calls;
  const isSlow = first === undefined || isLate;
  const title = isSlow
    ? i18n.t('approvals.unexplainedTitle')
    : others.length > 0
      ? i18n.t('approvals.bundle', { count: calls.length })
      : describeCall(first, 'asked');
  return (
    <ApprovalFrame {...props} title={title} confirm="">
      <div className="flex flex-col gap-4" data-testid="explaining">
        {calls.length > 0 && (isLate || others.length > 0) ? (
          <CardList
            testId="calls"
            items={calls.map((call, index) => ({ call, number: index + 1 }))}
            keyOf={({ number }) => number}
          >
            {({ call }) => <p className="text-sm">{describeCall(call, 'asked')}</p>}
          </CardList>
        ) : null}
        {isSlow ? (
          <Notice tone="bad">{i18n.t('approvals.unexplained')}</Notice>
        ) : (
          <p className="text-sm text-muted">{i18n.t('approvals.explaining')}</p>
        )}
        <Spinner label={i18n.t('approvals.stillReading')} />
      </div>
    </ApprovalFrame>
  );
}
