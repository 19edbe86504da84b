import { type ReactNode, useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';
import type { ProcedureView } from '../../../../shared/messages/procedures.ts';
import type { WalletSnapshot } from '../../../../shared/messages/snapshot.ts';
import { type FillView, isBeingRevoked } from '../../../../shared/messages/ticket.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { type Step, StepList } from '../../../ui/StepList.tsx';
import { legStep } from '../../trade/orders/leg-step.ts';
import { ConvertedMoney } from '../../trade/ticket/ConvertedMoney.tsx';
import { failureText, ReplacedQuote } from '../../trade/ticket/FillProgress.tsx';
import { FillSteps } from '../../trade/ticket/FillSteps.tsx';
import { Interrupted } from '../../trade/ticket/Interrupted.tsx';
import { LeftAllowance } from '../../trade/ticket/LeftAllowance.tsx';
import { titleOf } from '../../trade/ticket/ticket-texts.ts';
import { isLegLeft, legNoteOf, stopOf, stopText, titleOfFacts, whyOf } from './procedure-texts.ts';
import { isAsked, isAtRequest, useUnderWay, waitsForUser } from './use-under-way.ts';

/** Lists unfinished procedures of several transactions, with buttons that continue or stop them. */
export function UnderWay() {
  const { open, running, ended } = useUnderWay();
  if (running.length === 0 && ended.length === 0 && open.length === 0) return null;
  return (
    <section aria-label={i18n.t('procedures.title')} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{i18n.t('procedures.title')}</h2>
      {open.map((procedure) => (
        <Procedure key={procedure.id} procedure={procedure} fills={running} />
      ))}
      {running.map((fill) => (
        <RunningFill key={fill.id} fill={fill} />
      ))}
      {ended.map((fill) => (
        <EndedFill key={fill.id} fill={fill} />
      ))}
    </section>
  );
}

/**
 * Shows a box with an id. If the page's address names the id, the page scrolls to the box. If a
 * request of the procedure also waits, the approval window comes to the front.
 */
function Article(props: { id: string; isAsked?: boolean; children: ReactNode }) {
  const { id, isAsked = false, children } = props;
  const call = useWalletCall();
  const box = useRef<HTMLElement>(null);
  const [isNamed] = useState(() =>
    globalThis.location?.hash.endsWith(`=${encodeURIComponent(id)}`),
  );
  useEffect(() => {
    if (isNamed) box.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  const [wasAsked] = useState(isAsked);
  useEffect(() => {
    if (isNamed && wasAsked) void call('approvals.show', { toFront: true }).catch(() => undefined);
  }, [isNamed, wasAsked, call]);
  return (
    <article
      ref={box}
      aria-current={isNamed}
      className={`flex flex-col gap-2 rounded-2xl border bg-surface p-3 ${isNamed ? 'border-accent' : 'border-line'}`}
    >
      {children}
    </article>
  );
}

/** Shows a running fill. The user can stop the fill while a step waits in the approval window. */
function RunningFill({ fill }: { fill: FillView }) {
  const call = useWalletCall();
  const { id, stage } = fill;
  const stop = useAction(() => call('procedures.stop', { id }));
  const asksLater = stage === 'checking' || stage === 'preparation sent';
  return (
    <Article id={id} isAsked={isAsked(fill)}>
      <h3 className="text-sm font-semibold">{titleOf(fill)}</h3>
      <FillSteps fill={fill} />
      <ReplacedQuote fill={fill} />
      <ConvertedMoney fill={fill} />
      <LeftAllowance fill={fill} />
      <Interrupted fill={fill} />
      {isAtRequest(fill) ? (
        <>
          <ActionButton action={stop} kind="quiet" className="self-start">
            {i18n.t('procedures.stop')}
          </ActionButton>
          <p className="text-xs text-muted">{i18n.t('procedures.fillStop')}</p>
        </>
      ) : null}
      {asksLater ? <p className="text-xs text-muted">{i18n.t('procedures.asksLater')}</p> : null}
      <Notice tone="bad">{stop.problem}</Notice>
    </Article>
  );
}

/** Shows a failed or lost fill: where the money is, and a button that converts it back. */
function EndedFill({ fill }: { fill: FillView }) {
  const call = useWalletCall();
  const dismiss = useAction(() => call('fills.dismiss', { id: fill.id }));
  return (
    <Article id={fill.id}>
      <h3 className="text-sm font-semibold">{titleOf(fill)}</h3>
      <p className="text-sm">{endText(fill)}</p>
      <ConvertedMoney fill={fill} />
      <LeftAllowance fill={fill} />
      <Interrupted fill={fill} />
      <Notice tone="bad">{dismiss.problem}</Notice>
      {isBeingRevoked(fill) ? null : (
        <ActionButton action={dismiss} kind="quiet">
          {i18n.t('procedures.hide')}
        </ActionButton>
      )}
    </Article>
  );
}

const endText = ({ failure, hash }: FillView) =>
  failure === undefined
    ? i18n.t('progress.unprovedWhy')
    : failureText(failure.code, hash !== undefined);

function Procedure(props: { procedure: ProcedureView; fills: readonly FillView[] }) {
  const { procedure, fills } = props;
  const call = useWalletCall();
  const { id, facts, state, why } = procedure;
  const goOn = useAction(() => call('procedures.goOn', { id }));
  const stop = useAction(() => call('procedures.stop', { id }));
  const problem = goOn.problem ?? stop.problem;
  const failed = useSnapshot(failedLegOf(facts));
  const failureText = useSnapshot((snapshot) => stopText(procedure, snapshot));
  const legNote = useSnapshot((snapshot) => legNoteOf(procedure, snapshot.fills));
  const canStop = procedure.canStop && !isLegLeft(procedure);
  // Only the site can request the remaining calls of a batch.
  const canGoOn = facts.kind !== 'batch' && state === 'paused';
  return (
    <Article id={id} isAsked={waitsForUser(procedure, fills)}>
      <h3 className="text-sm font-semibold">{titleOfFacts(facts)}</h3>
      <StepList steps={stepsOf(procedure)} />
      <Notice tone="warn">
        {failureText ??
          (failed !== undefined && (why === 'failed' || state === 'underWay')
            ? endText(failed)
            : why && whyOf(facts, why))}
      </Notice>
      {canGoOn || canStop ? (
        <div className="flex gap-2">
          {canGoOn ? <ActionButton action={goOn}>{i18n.t('procedures.goOn')}</ActionButton> : null}
          {canStop ? (
            <ActionButton action={stop} kind="quiet">
              {i18n.t('procedures.stop')}
            </ActionButton>
          ) : null}
        </div>
      ) : null}
      {canStop ? <p className="text-xs text-muted">{stopOf(facts)}</p> : null}
      {legNote === undefined ? null : <p className="text-xs text-muted">{legNote}</p>}
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
    </Article>
  );
}

/** Returns a selector of the failed fill of the next leg, which the chain may have taken back. */
const failedLegOf = (facts: ProcedureView['facts']) => {
  const legs = facts.kind === 'legs' ? facts.legs : [];
  const next = legs.find(({ state }) => state !== 'done')?.fill;
  return ({ fills }: WalletSnapshot) =>
    fills.find(({ id, failure }) => id === next && failure !== undefined);
};

function stepsOf({ facts, steps }: ProcedureView): Step[] {
  if (facts.kind === 'legs')
    return facts.legs.map((leg, index) => ({ key: `${index}`, ...legStep(leg) }));
  return steps.map(({ step, state, hash }, index) => ({
    key: `${index}`,
    title: i18n.t(`procedures.step.${step}`),
    state,
    note: state === 'yours' ? i18n.t('progress.confirmThere') : undefined,
    hash,
  }));
}
