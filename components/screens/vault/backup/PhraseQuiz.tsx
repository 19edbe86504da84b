import { useState } from 'react';
import { i18n } from '#i18n';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import type { AskedWord } from './asked-words.ts';

/** Asks for words of a recovery phrase by their places. */
export function PhraseQuiz(props: {
  asked: readonly AskedWord[];
  isRunning: boolean;
  onBack: () => void;
  onAnswer: (answers: readonly string[]) => void;
}) {
  const { asked, isRunning, onBack, onAnswer } = props;
  const [answers, setAnswers] = useState(() => asked.map(() => ''));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(answers);
      }}
    >
      {asked.map(({ place }, i) => (
        <Field
          key={place}
          label={i18n.t('backup.wordAt', { place })}
          value={answers[i] ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setAnswers(answers.with(i, event.target.value))}
        />
      ))}
      <Button type="submit" disabled={isRunning || answers.some((answer) => answer.trim() === '')}>
        {i18n.t('backup.check')}
      </Button>
      <Button kind="plain" disabled={isRunning} onClick={onBack}>
        {i18n.t('backup.backToPhrase')}
      </Button>
    </form>
  );
}
