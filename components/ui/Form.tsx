import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { Button, type ButtonProps } from './Button.tsx';
import { Notice } from './Notice.tsx';

/**
 * Shows a form with a button, and the failure of the form's action. Only a ready form can be
 * submitted.
 */
export function Form(props: {
  action: { readonly isRunning: boolean; readonly problem?: string | undefined };
  /** True when every field has usable content. */
  isReady: boolean;
  onSubmit: () => void;
  button: string;
  /** Text of the button while the action runs; by default the button's usual text. */
  busy?: string;
  kind?: ButtonProps['kind'];
  wide?: boolean;
  /** Id of the element that explains the button. */
  describedBy?: string;
  onCancel?: () => void;
  className?: string;
  testId?: string;
  hidden?: boolean;
  children: ReactNode;
}) {
  const { action, isReady } = props;
  const canSubmit = isReady && !action.isRunning;
  const submit = (
    <Button
      type="submit"
      kind={props.kind ?? 'primary'}
      wide={props.wide ?? false}
      aria-describedby={props.describedBy}
      disabled={!canSubmit}
    >
      {action.isRunning ? (props.busy ?? props.button) : props.button}
    </Button>
  );
  return (
    <form
      hidden={props.hidden}
      data-testid={props.testId}
      className={props.hidden === true ? '' : `flex flex-col ${props.className ?? 'gap-3'}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit) props.onSubmit();
      }}
    >
      {props.children}
      <Notice tone="bad">{action.problem}</Notice>
      {props.onCancel === undefined ? (
        submit
      ) : (
        <div className="flex gap-2">
          {submit}
          <Button kind="quiet" onClick={props.onCancel}>
            {i18n.t('ui.cancel')}
          </Button>
        </div>
      )}
    </form>
  );
}
