import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { i18n } from '#i18n';
import type {
  CeremonyCommand,
  CeremonyFailure,
  CeremonyReport,
  CeremonyStep,
} from '../../../shared/messages/ceremony.ts';
import { codeKey } from '../../texts/code-key.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { isKeyOnly } from '../../texts/passkey-places.ts';
import { Button } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { PasskeyHelp } from '../vault/first-run/PasskeyHelp.tsx';
import { SignInHelp } from '../vault/first-run/SignInHelp.tsx';
import { promptFailure } from './ceremony-texts.ts';

type Result =
  | Omit<Extract<CeremonyReport, { type: 'created' }>, 'number'>
  | Omit<Extract<CeremonyReport, { type: 'asserted' }>, 'number'>
  | { readonly type: 'failed'; readonly failure: CeremonyFailure };

type Step = Extract<CeremonyCommand, { type: 'step' }>;
/** Step that the page shows; forgetting a passkey shows nothing. */
type Shown = Exclude<CeremonyCommand, { type: 'forget' }>;

const RETRIABLE: readonly CeremonyFailure[] = ['cancelled', 'no-user-verification', 'failed'];

/**
 * The window of passkey prompts. It doesn't know the vault. On a computer without built-in passkeys
 * it explains the options before the browser asks where to save a new one.
 */
export function Ceremony(props: {
  /** Calls back with each command of the worker. */
  onCommand: (listener: (command: Shown) => void) => void;
  onLost: (listener: () => void) => void;
  runStep: (step: CeremonyStep) => Promise<Result>;
  /** Returns whether this computer has built-in passkeys. */
  hasOwnPasskeys: () => Promise<boolean>;
  /** Shown instead of the explanation when the browser shows no prompt. */
  notice: ReactNode | undefined;
  report: (report: CeremonyReport) => void;
  close: () => void;
}) {
  const { onCommand, onLost, runStep, hasOwnPasskeys, notice, report, close } = props;
  const [command, setCommand] = useState<Shown>();
  const [failure, setFailure] = useState<CeremonyFailure>();
  const [isLost, setIsLost] = useState(false);
  /** Waits until the user has read what can hold a passkey. */
  const [isExplaining, setIsExplaining] = useState(false);
  /** True once the worker received a credential, whose effect this page doesn't know. */
  const [hasReported, setHasReported] = useState(false);

  const prompt = useCallback(
    async (step: Step) => {
      setFailure(undefined);
      setIsExplaining(false);
      const result = await runStep(step);
      if (result.type === 'failed') setFailure(result.failure);
      else {
        setHasReported(true);
        report({ ...result, number: step.number });
      }
    },
    [runStep, report],
  );

  useEffect(() => {
    onLost(() => setIsLost(true));
    onCommand(async (next) => {
      setCommand(next);
      setIsExplaining(false);
      if (next.type !== 'step') return;
      if (next.kind === 'create' && !(await hasOwnPasskeys())) setIsExplaining(true);
      else void prompt(next);
    });
  }, [onCommand, onLost, prompt, hasOwnPasskeys]);

  const step = command?.type === 'step' ? command : undefined;
  const isOver = command?.type === 'finished' || command?.type === 'failed';

  if (isLost && !isOver) {
    const text = i18n.t(hasReported ? 'prompt.lostMidway' : 'prompt.requestGone');
    return (
      <Message title={i18n.t('prompt.disconnected')} text={text} isProblem>
        <Button onClick={close}>{i18n.t('prompt.close')}</Button>
      </Message>
    );
  }
  if (step !== undefined && isExplaining) {
    return (
      <Message
        title={i18n.t(`ceremony.${codeKey(step.purpose)}`)}
        text={i18n.t(
          isKeyOnly(navigator.userAgent)
            ? 'passkeys.keyBeforeThePrompt'
            : 'passkeys.beforeThePrompt',
        )}
      >
        <PasskeyHelp />
        <Button autoFocus onClick={() => void prompt(step)}>
          {i18n.t('passkeys.continue')}
        </Button>
      </Message>
    );
  }
  if (step !== undefined && failure !== undefined) {
    return (
      <Message
        title={i18n.t(`ceremony.${codeKey(step.purpose)}`)}
        text={i18n.t(promptFailure(failure, hasReported))}
        isProblem
      >
        {RETRIABLE.includes(failure) ? (
          <Button onClick={() => void prompt(step)}>{i18n.t('prompt.tryAgain')}</Button>
        ) : null}
        {step.kind === 'create' ? <PasskeyHelp /> : null}
        {step.purpose === 'sign-in' ? <SignInHelp onRestore={undefined} /> : null}
        <Button
          kind="quiet"
          onClick={() => report({ type: 'failed', number: step.number, failure })}
        >
          {i18n.t('ui.cancel')}
        </Button>
      </Message>
    );
  }
  if (command?.type === 'failed') {
    const isUnknown = command.failure.code === 'OUTCOME_UNKNOWN';
    return (
      <Message
        title={i18n.t(isUnknown ? 'prompt.outcomeUnknown' : 'prompt.failedTitle')}
        text={describeFailure(command.failure)}
        isProblem={!isUnknown}
      >
        <Button onClick={close}>{i18n.t('prompt.close')}</Button>
      </Message>
    );
  }
  if (command?.type === 'finished') {
    return (
      <Message
        title={i18n.t(`ceremony.${codeKey(command.outcome)}`)}
        text={i18n.t('prompt.canClose')}
      />
    );
  }
  const waiting =
    step !== undefined
      ? i18n.t('prompt.follow')
      : command === undefined
        ? i18n.t('prompt.asking')
        : i18n.t('prompt.waiting');
  return (
    <Message
      title={
        command === undefined
          ? i18n.t('prompt.preparing')
          : command.type === 'step'
            ? i18n.t(`ceremony.${codeKey(command.purpose)}`)
            : i18n.t(`ceremony.${codeKey(command.work)}`)
      }
      text={waiting}
    >
      <Spinner />
      {notice ?? (step?.kind === 'create' ? <PasskeyHelp /> : null)}
    </Message>
  );
}

function Message(props: {
  title: string;
  text: string;
  isProblem?: boolean;
  children?: ReactNode;
}) {
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-6 p-8 text-center">
      <Mark size={64} />
      <section aria-live="polite" className="flex max-w-96 flex-col items-center gap-3">
        <h1 className="text-lg font-semibold text-balance">{props.title}</h1>
        <p className={`text-sm text-pretty ${props.isProblem ? 'text-bad' : 'text-muted'}`}>
          {props.text}
        </p>
        <div className="mt-3 flex flex-col items-center gap-3">{props.children}</div>
      </section>
    </main>
  );
}
