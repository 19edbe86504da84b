import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import type { CeremonyFailure, PromptPurpose } from '../../../shared/messages/ceremony.ts';
import { codeKey } from '../../texts/code-key.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { isKeyOnly } from '../../texts/passkey-places.ts';
import { Button } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { PasskeyHelp } from '../vault/first-run/PasskeyHelp.tsx';
import { SignInHelp } from '../vault/first-run/SignInHelp.tsx';
import { promptFailure } from './ceremony-texts.ts';
import { type CeremonyProps, useCeremony } from './use-ceremony.ts';

const FIRST_OF_SEVERAL: readonly PromptPurpose[] = ['create-vault', 'create-another-passkey'];

const RETRIABLE: readonly CeremonyFailure[] = ['cancelled', 'noUserVerification', 'failed'];

/**
 * Shows the window of passkey prompts, which doesn't know the vault. On a computer without built-in
 * passkeys, the window explains where a passkey can be stored before the browser asks.
 */
export function Ceremony(props: CeremonyProps) {
  return <CeremonyView {...props} {...useCeremony(props)} />;
}

export function CeremonyView(props: CeremonyProps & ReturnType<typeof useCeremony>) {
  const { notice, report, close, command, failure, isLost, isExplaining, hasReported, prompt } =
    props;
  const step = command?.type === 'step' ? command : undefined;
  const isNumbered =
    step !== undefined && (props.prompts > 1 || FIRST_OF_SEVERAL.includes(step.purpose));
  const place = isNumbered ? i18n.t('prompt.number', { number: props.prompts }) : undefined;
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
        place={place}
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
        place={place}
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
      <Message title={i18n.t(`ceremony.${command.outcome}`)} text={i18n.t('prompt.canClose')} />
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
      place={place}
      title={
        command === undefined
          ? i18n.t('prompt.preparing')
          : command.type === 'step'
            ? i18n.t(`ceremony.${codeKey(command.purpose)}`)
            : i18n.t(`ceremony.${command.work}`)
      }
      text={waiting}
    >
      <Spinner />
      {notice ?? (step?.kind === 'create' ? <PasskeyHelp /> : null)}
    </Message>
  );
}

function Message(props: {
  /** Number of this prompt, if the ceremony has several. */
  place?: string | undefined;
  title: string;
  text: string;
  isProblem?: boolean;
  children?: ReactNode;
}) {
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-6 p-8 text-center">
      <Mark size={64} />
      <section aria-live="polite" className="flex max-w-96 flex-col items-center gap-3">
        {props.place === undefined ? null : <p className="text-xs text-muted">{props.place}</p>}
        <h1 className="text-lg font-semibold text-balance">{props.title}</h1>
        <p className={`text-sm text-pretty ${props.isProblem ? 'text-bad' : 'text-muted'}`}>
          {props.text}
        </p>
        <div className="mt-3 flex flex-col items-center gap-3">{props.children}</div>
      </section>
    </main>
  );
}
