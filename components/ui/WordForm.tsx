import { type ReactNode, useState } from 'react';
import { i18n } from '#i18n';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';

/** A form for what can't be undone: its button works once the user has typed the word. */
export function WordForm(props: {
  /** In lower case; typed in any case. */
  word: string;
  button: string;
  /** False while something else must happen first, which the hint names. */
  isReady?: boolean;
  hint?: string | undefined;
  action: { readonly isRunning: boolean; readonly problem?: string | undefined; run(): unknown };
  className?: string;
  children: ReactNode;
}) {
  const { word, action } = props;
  const [typed, setTyped] = useState('');
  const isSure = props.isReady !== false && typed.trim().toLowerCase() === word;
  return (
    <form
      className={`flex flex-col text-start ${props.className ?? 'mt-3 gap-3 pb-1'}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSure) action.run();
      }}
    >
      {props.children}
      <Field
        label={i18n.t('ui.typeWord', { word })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={props.hint}
        problem={action.problem}
      />
      <Button type="submit" kind="danger" wide disabled={!isSure || action.isRunning}>
        {props.button}
      </Button>
    </form>
  );
}
