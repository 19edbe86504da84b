import { useState } from 'react';
import { i18n } from '#i18n';
import type { ServiceProblem } from '../../../shared/messages/wallet-answers.ts';
import { Button } from '../../ui/Button.tsx';
import { Check } from '../../ui/Check.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** A check that exceeded the page's time limit. The page doesn't know which service is slow. */
export interface LateCheck {
  readonly kind: 'late';
}

/**
 * Shows a check's results. The user can keep hosts that don't answer, but no host that runs a
 * different service.
 */
export function ServiceProblems(props: {
  problems: readonly (ServiceProblem | LateCheck)[];
  isDisabled: boolean;
  onForce: () => void;
}) {
  const { problems } = props;
  const [isAgreed, setIsAgreed] = useState(false);
  const isWrong = problems.some(({ kind }) => kind === 'wrong');
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warn">
        <ul className="flex flex-col gap-1">
          {problems.map((problem) => (
            <li key={textOf(problem)}>{textOf(problem)}</li>
          ))}
        </ul>
        <p className="mt-1">
          {i18n.t(isWrong ? 'services.notSavedWrong' : 'services.notSavedSilent')}
        </p>
      </Notice>
      {isWrong ? null : (
        <>
          <Check label={i18n.t('services.consent')} isOn={isAgreed} onChange={setIsAgreed} />
          <Button kind="quiet" disabled={props.isDisabled || !isAgreed} onClick={props.onForce}>
            {i18n.t('services.force')}
          </Button>
        </>
      )}
    </div>
  );
}

function textOf(problem: ServiceProblem | LateCheck): string {
  return problem.kind === 'late'
    ? i18n.t('services.checkLate')
    : i18n.t(`services.${problem.kind}.${problem.service}`, { url: problem.url });
}
