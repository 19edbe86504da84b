import { ArrowDown, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import type { ApprovalView } from '../../shared/messages/approval-view.ts';
import { hostParts } from '../texts/host-parts.ts';
import { lookAlikeOf } from '../texts/look-alikes.ts';
import { readableHost } from '../texts/readable-host.ts';
import { Button } from '../ui/Button.tsx';
import { FocusedHeading } from '../ui/FocusedHeading.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Acknowledgement } from './Acknowledgement.tsx';
import { nameOfNetwork } from './names.ts';
import { RejectButton } from './RejectButton.tsx';
import { SiteIcon } from './SiteIcon.tsx';
import { Unbroken } from './Unbroken.tsx';
import { type Confirmable, useConfirmation } from './use-confirmation.ts';
import { showFirstBox, showFirstWarning } from './warnings-below.ts';

export interface FrameActions {
  /** The reason why the last click did nothing. */
  readonly problem: string | undefined;
  readonly onReject: () => void;
  readonly onRejectAll: () => void;
  readonly onBlock: () => void;
}

const WIDTH = 'mx-auto w-full max-w-xl';

type FrameProps = FrameActions &
  Confirmable & {
    readonly confirm: string;
    /** Undefined when the request can't be confirmed. */
    readonly onConfirm?: (() => void) | undefined;
    /** The reason why the request can't be confirmed. */
    readonly refusal?: string | undefined;
    readonly children: ReactNode;
  };

/** Shows the parts of every approval: the requesting site, the content, and the two buttons. */
export function ApprovalFrame(props: FrameProps) {
  return <Frame {...props} confirmation={useConfirmation(props)} />;
}

function Frame(props: FrameProps & { confirmation: ReturnType<typeof useConfirmation> }) {
  const { view, danger, confirmation } = props;
  const { content, isGuarded } = confirmation;
  const unfinished =
    confirmation.unfinished ??
    (confirmation.isUnticked ? (
      // The checkbox can be outside the visible part.
      <LinkButton onClick={() => showFirstBox(content.current)}>
        {i18n.t('approvals.tickFirst')}
      </LinkButton>
    ) : undefined);
  return (
    <main className="flex h-full flex-col" data-guarded={isGuarded}>
      <Asker view={view} />
      <section
        ref={content}
        aria-label={props.toRead === undefined ? undefined : props.title}
        // A box must be focusable so that the keyboard can scroll it.
        tabIndex={props.toRead === undefined ? undefined : 0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable]"
      >
        <div className={`${WIDTH} flex flex-1 flex-col gap-4 p-4`}>
          <FocusedHeading
            of={view.id}
            className="max-h-40 shrink-0 overflow-y-auto text-lg leading-snug font-semibold text-balance wrap-anywhere"
          >
            <Unbroken text={props.title} />
          </FocusedHeading>
          <WarningsBelow
            count={props.onConfirm === undefined ? 0 : confirmation.warnings}
            onShow={() => showFirstWarning(content.current)}
          />
          {view.isPhishing ? <Notice tone="bad">{i18n.t('approvals.phishingSite')}</Notice> : null}
          <Notice tone="bad">{props.problem}</Notice>
          <Notice tone="bad">{props.refusal}</Notice>
          {props.children}
          {danger === undefined || props.onConfirm === undefined ? null : (
            <Acknowledgement
              sentence={danger}
              isGiven={confirmation.isAcknowledged}
              onChange={confirmation.acknowledge}
            />
          )}
          {view.isPhishing && props.onConfirm !== undefined ? (
            <Acknowledgement
              sentence={i18n.t('approvals.phishingSiteAgree')}
              isGiven={confirmation.isWarned}
              onChange={confirmation.setIsWarned}
            />
          ) : null}
          <More {...props} />
        </div>
      </section>
      <footer className="border-t border-line bg-surface">
        <div className={`${WIDTH} flex flex-wrap gap-3 p-4`}>
          <p role="status" className="w-full text-sm text-warn empty:hidden">
            {props.onConfirm === undefined ? null : unfinished}
          </p>
          <RejectButton request={view.id} kind="quiet" className="flex-1" onClick={props.onReject}>
            {i18n.t('approvals.reject')}
          </RejectButton>
          {props.onConfirm === undefined ? null : (
            <Button
              kind={danger === undefined && !view.isPhishing ? 'primary' : 'danger'}
              className="flex-1"
              disabled={isGuarded || unfinished !== undefined}
              onClick={props.onConfirm}
            >
              {props.confirm}
            </Button>
          )}
        </div>
      </footer>
    </main>
  );
}

/** Shows a button at the top with the number of unread warnings below. A click scrolls to them. */
function WarningsBelow({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex shrink-0 items-center gap-2 self-start rounded-full bg-bad-soft px-3 py-1 text-xs font-semibold text-bad"
    >
      <TriangleAlert aria-hidden size={14} />
      {i18n.t('approvals.warningsBelow', count)}
      <ArrowDown aria-hidden size={14} />
    </button>
  );
}

function Asker({ view }: { view: ApprovalView }) {
  const hostReadsAs = view.origin === undefined ? undefined : hostText(view.origin);
  const topText = view.topOrigin === undefined ? undefined : hostText(view.topOrigin);
  const step = view.kind === 'transaction' ? view.step : undefined;
  return (
    <header className="border-b border-line">
      <div className={`${WIDTH} flex items-center gap-3 px-4 py-3`}>
        {view.origin === undefined ? (
          <Mark size={28} />
        ) : (
          <SiteIcon key={view.origin} origin={view.origin} />
        )}
        <div className="min-w-0 flex-1">
          <p className="text-sm break-all" data-testid="origin" title={view.origin}>
            {view.origin === undefined ? (
              <span className="font-semibold">{i18n.t('approvals.you')}</span>
            ) : (
              <Origin origin={view.origin} />
            )}
          </p>
          {hostReadsAs === undefined ? null : (
            <p className="text-xs wrap-anywhere text-warn" data-testid="readable-host">
              {hostReadsAs}
            </p>
          )}
          {view.topOrigin === undefined ? null : (
            <p className="text-xs break-all text-warn">
              {view.topOrigin === 'null'
                ? i18n.t('approvals.embeddedInNoSite')
                : i18n.t('approvals.embeddedIn', {
                    topOrigin:
                      topText === undefined ? view.topOrigin : `${view.topOrigin} (${topText})`,
                  })}
            </p>
          )}
          <p className="text-xs text-muted">
            {nameOfNetwork(view.network)}
            {step === undefined ? null : (
              <>
                {' · '}
                <span className="font-semibold text-accent">
                  {i18n.t(step.count > 1 ? 'approvals.stepOfFill' : 'ticket.stepOf', step)}
                </span>
              </>
            )}
          </p>
        </div>
        {view.position.count > 1 ? (
          <span className="shrink-0 rounded-full bg-raised px-2 py-0.5 text-xs text-muted">
            {i18n.t('approvals.position', {
              index: view.position.index,
              count: view.position.count,
            })}
          </span>
        ) : null}
      </div>
    </header>
  );
}

/** Number of bold characters that fit on a line of a 360-pixel window. */
const FITS = 32;

/**
 * Shows an origin. Its registrable domain stays on one line if there is room, and the rest is
 * dimmed. Screen readers read the origin as one text.
 */
function Origin({ origin }: { origin: string }) {
  const { before, main, after } = hostParts(origin);
  return (
    <>
      <span className="text-muted">{before}</span>
      <span className={`font-semibold ${main.length <= FITS ? 'whitespace-nowrap' : ''}`}>
        {main}
      </span>
      <span className="text-muted">{after}</span>
    </>
  );
}

/**
 * Returns a text with a punycode host in readable form. The text warns if the host imitates another
 * host or mixes scripts.
 */
function hostText(origin: string): string | undefined {
  const readable = readableHost(origin);
  if (readable === undefined) return undefined;
  const pretence = lookAlikeOf(readable);
  if (pretence === undefined) return i18n.t('approvals.hostReadsAs', { readable });
  return pretence.kind === 'imitates'
    ? i18n.t('approvals.hostImitates', { host: pretence.host })
    : i18n.t('approvals.hostMixesScripts', { readable });
}

function More(props: FrameActions & { view: ApprovalView }) {
  const { view } = props;
  const isMany = view.position.count > 1;
  if (view.origin === undefined && !isMany) return null;
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      {isMany ? (
        <RejectButton request={view.id} kind="muted" onClick={props.onRejectAll}>
          {i18n.t('approvals.rejectAll', { count: view.position.count })}
        </RejectButton>
      ) : null}
      {view.origin === undefined ? null : (
        <RejectButton request={view.id} kind="muted" onClick={props.onBlock}>
          {i18n.t('approvals.blockSite')}
        </RejectButton>
      )}
    </div>
  );
}
