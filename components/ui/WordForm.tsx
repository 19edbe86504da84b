import { type ReactNode, useState } from 'react';
import { i18n } from '#i18n';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';

/**
 * Shows a form for an action that can't be undone. The button works once the user has typed a word.
 */
export function WordForm(props: {
  /** The word that the user must type, in lower case. Any case is accepted. */
  word: string;
  button: string;
  /** False while another step must come first. The hint names that step. */
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
    <Form
      className={`text-start ${props.className ?? 'mt-3 gap-3 pb-1'}`}
      action={action}
      isReady={isSure}
      onSubmit={() => action.run()}
      button={props.button}
      kind="danger"
      wide
    >
      {props.children}
      <Field
        label={i18n.t('ui.typeWord', { word })}
        value={typed}
        onType={setTyped}
        autoCapitalize="none"
        hint={props.hint}
      />
    </Form>
  );
}
