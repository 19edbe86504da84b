import type { Action } from '../hooks/use-action.ts';
import { Button, type ButtonProps } from './Button.tsx';

/**
 * Shows a button that runs an action. While the action runs, the button is disabled and shows the
 * text `busy`.
 */
export function ActionButton(
  props: Omit<ButtonProps, 'onClick'> & {
    action: Pick<Action<[]>, 'run' | 'isRunning'>;
    busy?: string;
  },
) {
  const { action, busy, disabled, children, ...rest } = props;
  return (
    <Button {...rest} disabled={action.isRunning || disabled} onClick={() => void action.run()}>
      {busy !== undefined && action.isRunning ? busy : children}
    </Button>
  );
}
