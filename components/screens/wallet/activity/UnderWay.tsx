import { i18n } from '#i18n';
import type { ProcedureView } from '../../../../shared/messages/procedures.ts';
import { isMined } from '../../../../shared/messages/ticket.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { describeFailure } from '../../../texts/describe-failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { type Step, StepList } from '../../../ui/StepList.tsx';
import { legStep } from '../../trade/orders/leg-step.ts';
import { FillSteps } from '../../trade/ticket/FillSteps.tsx';
import { titleOf } from '../../trade/ticket/ticket-texts.ts';
import { isToBeShown, stopOf, titleOfFacts, whyOf } from './procedure-texts.ts';

/** Everything that takes several transactions and isn't over, with the way to go on or to stop. */
export function UnderWay() {
  const fills = useSnapshot((snapshot) => snapshot.fills) ?? [];
  const procedures = useSnapshot((snapshot) => snapshot.procedures) ?? [];
  const running = fills.filter((fill) => fill.stage !== 'failed' && !isMined(fill));
  const open = procedures.filter(isToBeShown);
  if (running.length === 0 && open.length === 0) return null;
  return (
    <section aria-label={i18n.t('procedures.title')} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{i18n.t('procedures.title')}</h2>
      {open.map((procedure) => (
        <Procedure key={procedure.id} procedure={procedure} />
      ))}
      {running.map((fill) => (
        <article key={fill.id} className={BOX}>
          <h3 className="text-sm font-semibold">{titleOf(fill)}</h3>
          <FillSteps fill={fill} />
        </article>
      ))}
    </section>
  );
}

const BOX = 'flex flex-col gap-2 rounded-2xl border border-line bg-surface p-3';

function Procedure({ procedure }: { procedure: ProcedureView }) {
  const call = useWalletCall();
  const { id, facts, state, why, failure } = procedure;
  const goOn = useAction(() => call('procedures.goOn', { id }));
  const stop = useAction(() => call('procedures.stop', { id }));
  const problem = goOn.problem ?? stop.problem;
  // All of it was confirmed at once, so nothing is asked that a user could reject.
  const isConfirmed = facts.kind === 'revocations';
  return (
    <article className={BOX}>
      <h3 className="text-sm font-semibold">{titleOfFacts(facts)}</h3>
      <StepList steps={stepsOf(procedure)} />
      {state !== 'paused' || why === undefined ? null : (
        <Notice tone="warn">
          {failure === undefined ? whyOf(facts, why) : describeFailure(failure)}
        </Notice>
      )}
      {state === 'paused' || isConfirmed ? (
        <>
          <div className="flex gap-2">
            {isConfirmed ? null : (
              <Button disabled={goOn.isRunning} onClick={() => void goOn.run()}>
                {i18n.t('procedures.goOn')}
              </Button>
            )}
            <Button kind="quiet" disabled={stop.isRunning} onClick={() => void stop.run()}>
              {i18n.t('procedures.stop')}
            </Button>
          </div>
          <p className="text-xs text-muted">{stopOf(facts)}</p>
        </>
      ) : null}
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
    </article>
  );
}

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
