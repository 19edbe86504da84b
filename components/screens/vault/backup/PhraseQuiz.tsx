import { useState } from 'react';
import { i18n } from '#i18n';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import type { AskedWord } from './asked-words.ts';

/** Asks for words of a recovery phrase by their positions. */
export function PhraseQuiz(props: {
  asked: readonly AskedWord[];
  isRunning: boolean;
  onBack: () => void;
  onAnswer: (answers: readonly string[]) => void;
}) {
  const { asked, isRunning, onBack, onAnswer } = props;
  const [answers, setAnswers] = useState(() => asked.map(() => ''));
  return (
    <div className="flex flex-col gap-3">
      <Form
        action={{ isRunning }}
        isReady={answers.every((answer) => answer.trim() !== '')}
        onSubmit={() => onAnswer(answers)}
        button={i18n.t('backup.check')}
      >
        {asked.map(({ place }, i) => (
          <Field
            key={place}
            label={i18n.t('backup.wordAt', { place })}
            value={answers[i] ?? ''}
            autoCapitalize="none"
            onType={(text) => setAnswers(answers.with(i, text))}
          />
        ))}
      </Form>
      <Button kind="plain" disabled={isRunning} onClick={onBack}>
        {i18n.t('backup.backToPhrase')}
      </Button>
    </div>
  );
}
