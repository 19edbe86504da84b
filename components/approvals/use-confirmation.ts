import { useRef, useState } from 'react';
import { i18n } from '#i18n';
import type { ApprovalView } from '../../shared/messages/approval-view.ts';
import { useIsUnread } from './read-to-end.ts';
import { shownOf } from './shown-of.ts';
import { useGuard } from './use-guard.ts';
import { useWarningsBelow } from './warnings-below.ts';

/** A request, with the acknowledgements and inputs that Confirm requires. */
export interface Confirmable {
  readonly view: ApprovalView;
  readonly title: string;
  /** Text of the danger that the user must acknowledge. */
  readonly danger?: string | undefined;
  /** Identifies the danger. When the value changes, the user must acknowledge again. */
  readonly dangerMark?: string | undefined;
  /** True until the user has ticked a checkbox in the content. */
  readonly isBlocked?: boolean;
  /** The signed text, if the user must scroll to its end before Confirm works. */
  readonly toRead?: string;
  /** The step that is missing before Confirm works, shown beside the button. */
  readonly unfinished?: string | undefined;
  /** A change of this number restarts the click guard, as does a change of the view's text. */
  readonly guardedBy?: number;
}

/** Returns the user's acknowledgements, and the steps that remain before Confirm works. */
export function useConfirmation(asked: Confirmable) {
  const { view, title, danger, dangerMark = danger } = asked;
  const isGuarded = useGuard(
    `${title} ${view.position.count} ${asked.guardedBy ?? 0} ${shownOf(view)}`,
  );
  const [isWarned, setIsWarned] = useState(false);
  const [acknowledged, setAcknowledged] = useState<string>();
  const content = useRef<HTMLDivElement>(null);
  const isUnread = useIsUnread(content, asked.toRead);
  const isAcknowledged = acknowledged === dangerMark;
  return {
    content,
    warnings: useWarningsBelow(content),
    isGuarded,
    isAcknowledged,
    acknowledge: (isGiven: boolean) => setAcknowledged(isGiven ? dangerMark : undefined),
    isWarned,
    setIsWarned,
    unfinished: asked.unfinished ?? (isUnread ? i18n.t('approvals.readFirst') : undefined),
    isUnticked:
      asked.isBlocked === true ||
      (danger !== undefined && !isAcknowledged) ||
      (view.isPhishing && !isWarned),
  };
}
